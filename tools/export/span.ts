import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore, FromPosition, RecordedEvent } from '@recado/infra/event-store/event-store'
import { UsageError } from '../run-tool.ts'
import { timeOf } from './bound.ts'
import type { Manifest } from './manifest.ts'
import { boundOf, type Request } from './options.ts'

/** Whether a fact is part of the export, or it and all that follow are behind its end. */
export type Verdict = 'take' | 'skip' | 'stop'

/**
 * The last position of the log that may be part of the export. What comes later is left to the next one, so an export
 * that is interrupted is the same as one that is not.
 */
export async function endPosition(store: EventStore, { to }: Request): Promise<bigint | null> {
  const head = await store.head()
  const end = boundOf('--to', to)
  const isBeforeHead = head !== null && end?.kind === 'position' && end.position < head
  return isBeforeHead ? end.position : head
}

/**
 * Where to go on in the log: behind the last fact looked at, or where `--from` says.
 * @throws UsageError when no fact of this log stands there
 */
export async function startPosition(store: EventStore, manifest: Manifest): Promise<FromPosition> {
  const { last, request } = manifest
  if (last !== null) {
    const found = await eventAt(store, BigInt(last.position))
    if (found?.id !== last.event_id) throw new UsageError(otherLog(last.position))
    return found.position
  }
  const from = boundOf('--from', request.from)
  if (from?.kind !== 'position') return 'start'
  if ((await eventAt(store, from.position)) === null)
    throw new UsageError(`no fact of this log stands at --from ${from.position}`)
  return from.position
}

function otherLog(position: string): string {
  return `the fact at position ${position}, where the export stopped, is not in this log any more; choose another --out`
}

/**
 * Judges facts in the order of the log. Each bound is one place in it, before the first fact at or after a time: exports
 * whose bounds meet have every fact once, even where clocks of several processes disagree.
 */
export function spanOf(manifest: Manifest): (event: RecordedEvent) => Verdict {
  const { request, end_position } = manifest
  const [from, to] = [boundOf('--from', request.from), boundOf('--to', request.to)]
  const end = BigInt(end_position ?? -1)
  return (event) => {
    const time = timeOf(event)
    if (event.position > end || (to?.kind === 'time' && time >= to.ms)) return 'stop'
    manifest.begun ||= from?.kind !== 'time' || time >= from.ms
    const asked = request.account === '' || event.metadata.account_id === request.account
    return manifest.begun && asked ? 'take' : 'skip'
  }
}
