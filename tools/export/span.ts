import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore, FromPosition, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { LogPoint } from '../log-point.ts'
import { UsageError } from '../run-tool.ts'
import type { Manifest } from './manifest.ts'
import { boundOf, type Request } from './options.ts'

/** `stop`: neither this fact nor any later one. */
export type Verdict = 'take' | 'skip' | 'stop'

/** The last position to export. Later facts are left to the next export, so that an interruption changes nothing. */
export async function endPosition(store: EventStore, { to }: Request): Promise<bigint | null> {
  const head = await store.head()
  const end = boundOf('--to', to)
  const isBeforeHead = head !== null && end !== null && 'position' in end && end.position < head
  return isBeforeHead ? end.position : head
}

/** After the last fact read, or where `--from` says. @throws UsageError when no fact of this log is there */
export async function startPosition(store: EventStore, manifest: Manifest): Promise<FromPosition> {
  const { last, request } = manifest
  if (last !== null) {
    const found = await eventAt(store, BigInt(last.position))
    if (found?.id !== last.event_id) throw new UsageError(otherLogText(last.position))
    return found.position
  }
  const from = boundOf('--from', request.from)
  if (from === null || !('position' in from)) return 'start'
  if ((await eventAt(store, from.position)) === null)
    throw new UsageError(`no fact of this log stands at --from ${from.position}`)
  return from.position
}

function otherLogText(position: string): string {
  return `the fact at position ${position}, where the export stopped, is not in this log any more; choose another --out`
}

/**
 * Judges facts in log order. A time bound is a place in the log, before the first fact at or after that time: exports
 * whose bounds meet have every fact once, even if clocks of processes disagree.
 */
export function spanOf(manifest: Manifest): (event: RecordedEvent) => Verdict {
  const { request, end_position } = manifest
  const from = timeIn(boundOf('--from', request.from))
  const to = timeIn(boundOf('--to', request.to))
  const end = BigInt(end_position ?? -1)
  return (event) => {
    const time = timeOf(event)
    if (event.position > end || (to !== null && time >= to)) return 'stop'
    manifest.begun ||= from === null || time >= from
    const isOfAccount = request.account === '' || event.metadata.account_id === request.account
    return manifest.begun && isOfAccount ? 'take' : 'skip'
  }
}

function timeIn(bound: LogPoint | null): number | null {
  return bound !== null && 'time' in bound ? Date.parse(bound.time) : null
}

/**
 * When a fact was recorded, in ms, by the earlier of the writer's clock and the store's: a writer whose clock is
 * ahead must not end an export early, and a copied log must not make all facts new.
 */
function timeOf({ metadata, created }: RecordedEvent): number {
  const written = Date.parse(metadata.recorded_at)
  const stored = Date.parse(created)
  return Number.isNaN(written) ? stored : Math.min(written, stored)
}
