import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore, FromPosition, RecordedEvent } from '@recado/infra/event-store/event-store'
import { UsageError } from '../run-tool.ts'
import { timeOf } from './bound.ts'
import type { Manifest } from './manifest.ts'
import { boundOf, type Request } from './options.ts'

/** `stop`: neither this fact nor any later one. */
export type Verdict = 'take' | 'skip' | 'stop'

/** The last position to export. Later facts are left to the next export, so that an interruption changes nothing. */
export async function endPosition(store: EventStore, { to }: Request): Promise<bigint | null> {
  const head = await store.head()
  const end = boundOf('--to', to)
  const isBeforeHead = head !== null && end?.kind === 'position' && end.position < head
  return isBeforeHead ? end.position : head
}

/** After the last fact read, or where `--from` says. @throws UsageError when no fact of this log is there */
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
 * Judges facts in log order. A time bound is a place in the log, before the first fact at or after that time: exports
 * whose bounds meet have every fact once, even if clocks of processes disagree.
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
