import { DAY_MS } from '@recado/domain/durations'
import { PositionUnknown } from '@recado/infra/event-store/errors'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { type LogPoint, readLogPoint } from './log-point.ts'
import { UsageError } from './run-tool.ts'
import { positionAround } from './time-in-log.ts'

/** From where to where in the log, both inclusive; null is the log's own end. */
export type Range = { readonly from: LogPoint | null; readonly to: LogPoint | null }

/** An event seldom follows from one that is older than this. */
const LEAD_MS = DAY_MS

/** The end of a range that an option names; null when it is not given. @throws UsageError naming the option */
export function readBound(option: string, text: string | undefined): LogPoint | null {
  if (text === undefined) return null
  const point = readLogPoint(text)
  if (point !== null) return point
  throw new UsageError(
    `--${option} takes a position of the log or a time such as 2026-01-31 or 2026-01-31T09:00:00Z, not ${text}`,
  )
}

/** How a range is read. */
export type RangeReading = {
  readonly signal: AbortSignal
  /** Receives each event of the day before a range that begins with a time. */
  readonly onSkipped: (event: RecordedEvent) => void
}

/**
 * The events of a range, oldest first. Times are the store's, which grow along the log.
 * @throws UsageError when the log has no event at the first position; the signal's reason when events are left
 */
export async function* eventsOf(
  store: Pick<EventStore, 'readAll' | 'head'>,
  { from, to }: Range,
  { signal, onSkipped }: RangeReading,
): AsyncGenerator<RecordedEvent, void, void> {
  // The next run reads events that are written meanwhile.
  const last = (await endOf(store, { from, to })) ?? (await store.head())
  if (last === null) return
  const first = await firstPosition(store, from, signal)
  try {
    for await (const event of store.readAll({ from: first })) {
      if (event.position > last || isAfter(event, to)) return
      signal.throwIfAborted()
      if (isBefore(event, from)) onSkipped(event)
      else yield event
    }
  } catch (error) {
    if (!(error instanceof PositionUnknown)) throw error
    throw new UsageError(`this log has no event at --from ${String(first)}; give a time`)
  }
}

/** The position where a range ends; null for an empty log, and for a time, whose position would have to be searched for. */
export async function endOf(
  store: Pick<EventStore, 'head'>,
  { to }: Range,
): Promise<bigint | null> {
  if (to !== null && !('position' in to)) return null
  const head = await store.head()
  return head === null || to === null || to.position > head ? head : to.position
}

async function firstPosition(
  store: Pick<EventStore, 'readAll'>,
  from: LogPoint | null,
  signal: AbortSignal,
): Promise<bigint | 'start'> {
  if (from === null) return 'start'
  if ('position' in from) return from.position
  return positionAround(store, new Date(Date.parse(from.time) - LEAD_MS).toISOString(), signal)
}

function isBefore({ created }: RecordedEvent, from: LogPoint | null): boolean {
  return from !== null && 'time' in from && created < from.time
}

function isAfter({ created }: RecordedEvent, to: LogPoint | null): boolean {
  return to !== null && 'time' in to && created > to.time
}
