import { type Recorded, recordSize } from '../protocol/recorded.ts'

/** Bytes of the newest events that are kept for live subscriptions. */
export const MAX_RING_BYTES = 16 * 1024 * 1024

const MAX_PAGE_EVENTS = 256

/**
 * The newest committed events, in log order, which serve live subscriptions; older events are read from the
 * database. Readers are woken once per turn of the event loop, however many commits it saw.
 */
export class Ring {
  readonly #limit: number
  #events: Recorded[] = []
  #first = 0
  #bytes = 0
  #floor: bigint
  #head: bigint
  #waiting = new Set<() => void>()
  #waking = false

  /**
   * @param limit bytes of records kept
   * @param head position of the last event in the log, which the ring does not hold
   */
  constructor(limit: number, head: bigint) {
    this.#limit = limit
    this.#floor = head
    this.#head = head
  }

  get head(): bigint {
    return this.#head
  }

  /** Events after the position, the oldest first; undefined when they reach back beyond the ring. */
  after(position: bigint): readonly Recorded[] | undefined {
    if (position < this.#floor) return undefined
    if (position >= this.#head) return []
    const start = this.#find(position)
    return this.#events.slice(start, start + MAX_PAGE_EVENTS)
  }

  holds(position: bigint): boolean {
    return position > this.#floor && this.#events[this.#find(position) - 1]?.position === position
  }

  /** Adds committed events, the newest of the log. */
  publish(events: readonly Recorded[]): void {
    for (const event of events) {
      this.#events.push(event)
      this.#bytes += recordSize(event)
      this.#head = event.position
    }
    this.#evict()
    this.#wake()
  }

  /** Forgets all events: the log now ends at `head`, and another writer may have extended it. */
  restart(head: bigint): void {
    this.#events = []
    this.#first = 0
    this.#bytes = 0
    this.#floor = head
    this.#head = head
    this.#wake()
  }

  /** Resolves when events are published, also earlier in this turn of the event loop, or the signal aborts. */
  waitForEvents(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      if (signal.aborted) return resolve()
      this.#waiting.add(done)
      signal.addEventListener('abort', done)
    })
  }

  /** Index of the first event above the position. */
  #find(position: bigint): number {
    let low = this.#first
    let high = this.#events.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#events[middle]?.position ?? 0n) > position) high = middle
      else low = middle + 1
    }
    return low
  }

  #evict(): void {
    while (this.#bytes > this.#limit) {
      const oldest = this.#events[this.#first]
      if (!oldest) break
      this.#first += 1
      this.#bytes -= recordSize(oldest)
      this.#floor = oldest.position
    }
    if (this.#first > 1024 && this.#first * 2 > this.#events.length) {
      this.#events = this.#events.slice(this.#first)
      this.#first = 0
    }
  }

  #wake(): void {
    if (this.#waking) return
    this.#waking = true
    setImmediate(() => {
      this.#waking = false
      for (const done of [...this.#waiting]) done()
    })
  }
}
