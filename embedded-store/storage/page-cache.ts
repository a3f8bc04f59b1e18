import { type Recorded, recordSize } from '../protocol/recorded.ts'
import { MAX_PAGE_EVENTS } from './all-page.ts'

/** Bytes of events kept; their encodings, made by the first reader, take about as much again. */
const MAX_CACHE_BYTES = 32 * 1024 * 1024

type Page = { readonly events: readonly Recorded[]; readonly bytes: number }

/**
 * Immutable pages of the log, by the position they begin after; the least recently used is evicted first. Other
 * readers of the same range find the events, and their encodings, in memory.
 */
export class PageCache {
  readonly #pages = new Map<bigint, Page>()
  #bytes = 0

  get(from: bigint): readonly Recorded[] | undefined {
    const page = this.#pages.get(from)
    if (!page) return undefined
    this.#pages.delete(from)
    this.#pages.set(from, page)
    return page.events
  }

  /** Keeps a page unless it is a short one, which a later commit may make longer. */
  add(from: bigint, events: readonly Recorded[]): void {
    if (events.length < MAX_PAGE_EVENTS || this.#pages.has(from)) return
    const bytes = events.reduce((sum, event) => sum + recordSize(event), 0)
    this.#pages.set(from, { events, bytes })
    this.#bytes += bytes
    for (const [oldest, page] of this.#pages) {
      if (this.#bytes <= MAX_CACHE_BYTES) return
      this.#pages.delete(oldest)
      this.#bytes -= page.bytes
    }
  }
}
