import { PositionUnknown } from '@recado/infra/event-store/errors'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { UsageError } from './run-tool.ts'

/** An end of a range: a position of the log, or a time at which the log held an event. */
export type Bound = { readonly position: bigint } | { readonly time: string }

/** From where to where in the log, both inclusive; null is the log's own end. */
export type Range = { readonly from: Bound | null; readonly to: Bound | null }

/** Digits are a position, anything else a time in ISO 8601. @throws UsageError naming the option */
export function readBound(option: string, text: string | undefined): Bound | null {
  if (text === undefined) return null
  if (/^\d{1,19}$/.test(text)) return { position: BigInt(text) }
  const isDate = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/.test(text)
  const time = isDate ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time))
    throw new UsageError(
      `--${option} takes a position of the log or a time such as 2026-01-31T09:00:00Z, not ${text}`,
    )
  return { time: new Date(time).toISOString() }
}

/**
 * The events of a range, oldest first. Times are the store's, which grow along the log.
 * @param skipped receives each event before the range
 * @throws UsageError when the log has no event at the first position
 */
export async function* eventsOf(
  store: Pick<EventStore, 'readAll' | 'head'>,
  { from, to }: Range,
  skipped: (event: RecordedEvent) => void = () => undefined,
): AsyncGenerator<RecordedEvent, void, void> {
  const head = await store.head()
  if (head === null) return
  const first = from !== null && 'position' in from ? from.position : 'start'
  // Events that are written meanwhile are left to the next run.
  const last = to !== null && 'position' in to && to.position < head ? to.position : head
  try {
    for await (const event of store.readAll({ from: first })) {
      if (event.position > last || isPast(event, to)) return
      if (isBefore(event, from)) skipped(event)
      else yield event
    }
  } catch (error) {
    if (!(error instanceof PositionUnknown)) throw error
    throw new UsageError(`this log has no event at --from ${String(first)}; give a time`)
  }
}

function isBefore({ created }: RecordedEvent, from: Bound | null): boolean {
  return from !== null && 'time' in from && created < from.time
}

function isPast({ created }: RecordedEvent, to: Bound | null): boolean {
  return to !== null && 'time' in to && created > to.time
}
