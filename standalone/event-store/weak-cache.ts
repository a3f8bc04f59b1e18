import type { Written } from './recorded.ts'

/**
 * Recently committed event ids, the oldest forgotten first. Bounded and in memory only, so that retries with
 * `any` stay as forgetful as with the real server.
 */
export class WeakCache {
  readonly #entries = new Map<string, Written>()
  readonly #limit: number
  #bytes = 0

  /** @param limit bytes of entries kept; 0 keeps none */
  constructor(limit: number) {
    this.#limit = limit
  }

  get(id: string): Written | undefined {
    return this.#entries.get(id)
  }

  add(written: Written): void {
    this.#drop(written.id)
    this.#entries.set(written.id, written)
    this.#bytes += cost(written)
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limit) return
      this.#drop(oldest)
    }
  }

  #drop(id: string): void {
    const old = this.#entries.get(id)
    if (!old) return
    this.#entries.delete(id)
    this.#bytes -= cost(old)
  }
}

function cost({ stream }: Written): number {
  return 120 + 2 * stream.length
}
