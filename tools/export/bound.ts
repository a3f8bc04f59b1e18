import type { RecordedEvent } from '@recado/infra/event-store/event-store'

/** One end of the part of the log that is exported: a time in ms since 1970, or the position of a fact. */
export type Bound =
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'position'; readonly position: bigint }

const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/

/** Reads `--from` and `--to`: digits are a position, a day begins at midnight UTC. Null when it is neither. */
export function readBound(text: string): Bound | null {
  if (/^\d{1,18}$/.test(text)) return { kind: 'position', position: BigInt(text) }
  const ms = TIME.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? null : { kind: 'time', ms }
}

/** A day that its month has not got would otherwise become one of the next. */
function isDay(day: string): boolean {
  const ms = Date.parse(day)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}

/**
 * When a fact was recorded, for comparing with a bound, in ms. A process whose clock is ahead must not end an export
 * early, and a copied log must not make all facts new: so the earlier of the writer's clock and the store's counts.
 */
export function timeOf({ metadata, created }: RecordedEvent): number {
  const told = Date.parse(metadata.recorded_at)
  const stored = Date.parse(created)
  return Number.isNaN(told) ? stored : Math.min(told, stored)
}
