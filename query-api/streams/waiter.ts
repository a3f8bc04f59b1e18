/** How a wait ended: with something new, with nothing in time, or with the end of the stream. */
export type WaitEnd = 'events' | 'quiet' | 'over'

/** A stream that waits for notifications. */
export type Waiter = {
  /** Grows with everything that may be for this stream. */
  heard: number
  over: boolean
  wake: () => void
}

/** Waits until `waiter.heard` has grown, at most `ms`. */
export async function waitForMore(waiter: Waiter, heard: number, ms: number): Promise<WaitEnd> {
  if (!waiter.over && waiter.heard === heard) await wakeOrTime(waiter, ms)
  if (waiter.over) return 'over'
  return waiter.heard === heard ? 'quiet' : 'events'
}

function wakeOrTime(waiter: Waiter, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    waiter.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}
