import type { RecordedEvent } from '@recado/infra/event-store/event-store'

/** One end of the exported part of the log: a time in ms since 1970, or the position of a fact. */
export type Bound =
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'position'; readonly position: bigint }

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** Digits are a position, and a day begins at midnight UTC. Null when the text is neither. */
export function readBound(text: string): Bound | null {
  if (/^\d{1,18}$/.test(text)) return { kind: 'position', position: BigInt(text) }
  const ms = TIME.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : { kind: 'time', ms }
}

/** Date.parse takes a day that its month does not have for one of the next month. */
function isDay(day: string): boolean {
  const ms = Date.parse(day)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}

/**
 * When a fact was recorded, in ms, by the earlier of the writer's clock and the store's: a writer whose clock is
 * ahead must not end an export early, and a copied log must not make all facts new.
 */
export function timeOf({ metadata, created }: RecordedEvent): number {
  const written = Date.parse(metadata.recorded_at)
  const stored = Date.parse(created)
  return Number.isNaN(written) ? stored : Math.min(written, stored)
}
