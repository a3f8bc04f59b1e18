import type { Outcome, WriteRequest } from '../protocol/write-request.ts'

/** The longest a write waits for its commit, in milliseconds: the write timeout of the real server. */
const WRITE_TIMEOUT_MS = 2000

/** A write in the queue. It is answered exactly once: by its outcome, or by its timer. */
export class WaitingWrite {
  readonly request: WriteRequest
  /** Bytes of the events, counted against the bounds of a commit and of the queue. */
  readonly size: number
  readonly #answer: (outcome: Outcome) => void
  readonly #timer: NodeJS.Timeout
  #answered = false

  constructor(request: WriteRequest, answer: (outcome: Outcome) => void) {
    this.request = request
    this.size = request.events.reduce(
      (sum, event) => sum + event.data.length + event.meta.length,
      64,
    )
    this.#answer = answer
    const timeoutMs = Math.min(Math.max(request.timeoutMs, 0), WRITE_TIMEOUT_MS)
    this.#timer = setTimeout(() => this.settle({ kind: 'timeout' }), timeoutMs)
  }

  /** True once the client has its answer; a write not begun by then is skipped. */
  get answered(): boolean {
    return this.#answered
  }

  settle(outcome: Outcome): void {
    if (this.#answered) return
    this.#answered = true
    clearTimeout(this.#timer)
    this.#answer(outcome)
  }
}
