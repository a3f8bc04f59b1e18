/** Callers that wait until a follower of the log has reached a position. */
export type Waiters = {
  advance(position: bigint): void
  /** The last position that was seen; -1 for none. */
  position(): bigint
  waitUntil(position: bigint): Promise<void>
  /** Wakes all callers; later ones do not wait. */
  release(): void
}

/** @param seen the position reached at first; -1 for none */
export function waiters(seen: bigint): Waiters {
  const waiting = new Set<{ position: bigint; wake: () => void }>()
  let reached = seen
  let released = false
  const wakeUpTo = (position: bigint) => {
    for (const waiter of waiting) {
      if (!released && waiter.position > position) continue
      waiting.delete(waiter)
      waiter.wake()
    }
  }
  return {
    advance(position) {
      if (position > reached) reached = position
      wakeUpTo(reached)
    },
    position: () => reached,
    waitUntil: (position) =>
      released || position <= reached
        ? Promise.resolve()
        : new Promise((wake) => waiting.add({ position, wake })),
    release() {
      released = true
      wakeUpTo(reached)
    },
  }
}
