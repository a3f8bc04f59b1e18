import type { Written } from '../protocol/recorded.ts'

/**
 * Recently committed event ids by stream, the oldest forgotten first. Bounded and in memory only, so that retries with
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

  get(stream: string, id: string): Written | undefined {
    return this.#entries.get(keyOf(stream, id))
  }

  add(written: Written): void {
    const key = keyOf(written.stream, written.id)
    this.#drop(key)
    this.#entries.set(key, written)
    this.#bytes += cost(written)
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limit) return
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const old = this.#entries.get(key)
    if (!old) return
    this.#entries.delete(key)
    this.#bytes -= cost(old)
  }
}

/** The id comes first: its fixed length keeps keys unambiguous. */
function keyOf(stream: string, id: string): string {
  return `${id}${stream}`
}

function cost({ stream }: Written): number {
  return 120 + 2 * stream.length
}
