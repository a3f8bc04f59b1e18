import { randomUUID } from 'node:crypto'
import type {
  EventStore,
  ExpectedRevision,
  RecordedEvent,
} from '@recado/infra/event-store/event-store'
import { dayOf } from '@recado/infra/event-store/journal'
import {
  LOG_STREAM,
  type LogBegun,
  logIdOf,
  readLogBegun,
} from '@recado/infra/event-store/log-base'
import { LRUCache } from 'lru-cache'
import { UsageError } from '../run-tool.ts'

/** New integer ids begin so far above the copied ones: room for a terabyte of log that arrives during the copy. */
const ROOM = 2 ** 40
const MAX_REMEMBERED_STREAMS = 100_000

/** What a copy works with. */
export type CopyJob = {
  readonly from: EventStore
  readonly to: EventStore
  readonly signal: AbortSignal
  readonly onRead: (position: bigint) => void
}

/** How many events this call copied, and how many earlier calls had. */
export type CopyResult = { readonly copied: number; readonly earlier: number }

/**
 * Copies a log event by event, in order, and without what retention has deleted. A further call copies the rest.
 * @throws UsageError when the other log is no copy of this one, or has events of its own
 */
export async function copyLog(job: CopyJob): Promise<CopyResult> {
  const { from, to, signal } = job
  const base = (await readLogBegun(from))?.log_base ?? 0
  await beginCopy(from, to, base)
  const last = await lastCopiedId(to)
  const append = appender(from, to)
  let [copied, earlier] = [0, 0]
  let group: RecordedEvent[] = []
  for await (const event of from.readAll({ from: 'start' })) {
    if (signal.aborted) break
    job.onRead(event.position)
    if (event.stream === LOG_STREAM) continue
    const log_id = logIdOf(event, base)
    if (log_id <= last) {
      earlier += 1
      continue
    }
    group.push({ ...event, metadata: { ...event.metadata, log_id } })
    if (event.metadata.more_follows) continue
    copied += await append(group)
    group = []
  }
  return { copied, earlier }
}

/** The other log's first event says of which log it is a copy. */
async function beginCopy(from: EventStore, to: EventStore, base: number): Promise<void> {
  const first = await firstEvent(from, 'forwards')
  const newest = await firstEvent(from, 'backwards')
  if (first === null || newest === null) throw new UsageError('the log to copy is empty')
  const begun = await readLogBegun(to)
  if (begun?.copied_from === first.id) return
  if (begun !== null || (await firstEvent(to, 'forwards')) !== null)
    throw new UsageError('the log to copy to has events of its own; give an empty one')
  const fact: LogBegun = {
    type: 'LogBegun',
    data: { log_base: logIdOf(newest, base) + ROOM, copied_from: first.id },
  }
  const id = randomUUID()
  const metadata = {
    account_id: null,
    actor: { type: 'operator', id: 'import' },
    $correlationId: id,
    $causationId: id,
    request_id: null,
    schema_version: 1,
    recorded_at: new Date().toISOString(),
  } as const
  await to.append(LOG_STREAM, 'no_stream', [{ ...fact, id, metadata }])
}

/** The integer id of the last event that was copied; -1 before the first. */
async function lastCopiedId(to: EventStore): Promise<number> {
  const newest = await firstEvent(to, 'backwards')
  if (newest === null || newest.stream === LOG_STREAM) return -1
  const { log_id } = newest.metadata
  if (log_id === undefined)
    throw new UsageError(
      'the log to copy to has events of its own after the copied ones; it is in use already',
    )
  return log_id
}

/** A function that appends again what was one append, and remembers revisions of streams. It returns how many events. */
function appender(from: EventStore, to: EventStore) {
  const heads = new LRUCache<string, bigint>({ max: MAX_REMEMBERED_STREAMS })
  const kept = new LRUCache<string, boolean>({ max: MAX_REMEMBERED_STREAMS })
  const headOf = async (stream: string): Promise<ExpectedRevision> =>
    heads.get(stream) ?? (await to.readLast(stream))?.revision ?? 'no_stream'
  const isKept = async (stream: string): Promise<boolean> => {
    if (dayOf(stream) === null) return true
    const known = kept.get(stream) ?? (await from.readLast(stream)) !== null
    kept.set(stream, known)
    return known
  }
  return async (group: readonly RecordedEvent[]): Promise<number> => {
    const [first] = group
    if (first === undefined || !(await isKept(first.stream))) return 0
    const { stream } = first
    const head = await headOf(stream)
    const next = head === 'no_stream' ? 0n : head + 1n
    // Retention deletes days of journals, and nothing depends on their revisions.
    if (next !== first.revision && dayOf(stream) === null)
      throw new Error(
        `${stream} continues with revision ${first.revision}, but its copy with ${next}`,
      )
    const events = group.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }))
    const { revision } = await to.append(stream, head, events)
    heads.set(stream, revision)
    return group.length
  }
}

async function firstEvent(store: EventStore, direction: 'forwards' | 'backwards') {
  const from = direction === 'forwards' ? 'start' : 'end'
  for await (const event of store.readAll({ from, direction, limit: 1 })) return event
  return null
}
