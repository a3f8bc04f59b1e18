import type { StreamState } from './stream-state.ts'

/** The most recently used states, at most `limit`. Holds committed state only. */
export class StreamStateCache {
  readonly #states = new Map<string, StreamState>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  get(stream: string): StreamState | undefined {
    const state = this.#states.get(stream)
    if (state) this.set(stream, state)
    return state
  }

  set(stream: string, state: StreamState): void {
    this.#states.delete(stream)
    this.#states.set(stream, state)
    if (this.#states.size <= this.#limit) return
    for (const oldest of this.#states.keys()) {
      this.#states.delete(oldest)
      return
    }
  }

  clear(): void {
    this.#states.clear()
  }
}
