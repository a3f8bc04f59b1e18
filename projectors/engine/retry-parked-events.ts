import { StreamDeleted } from '@recado/infra/event-store/errors'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type pg from 'pg'
import { applyBatch, type Projector } from './apply-batch.ts'
import type { Checkpoint } from './checkpoint.ts'
import { type Applied, applyIsolating } from './isolate.ts'

/** Events of one step: a stream may have been parked for long, and live events wait for one step at most. */
const MAX_STEP_EVENTS = 1_000

type First = { readonly stream: string; readonly position: bigint }

/**
 * Retries one step of one parked stream that an operator requested, starting at its first parked event in the log.
 * Events that apply are unparked; from the first that fails again they stay parked. See docs/adr/0020.
 * @param at the checkpoint of the read models; later events arrive through the subscription
 * @returns null when no retry was requested
 */
export async function retryParkedEvents(
  projector: Projector,
  store: EventStore,
  at: Checkpoint,
): Promise<Applied | null> {
  const first = await firstRequested(projector)
  if (first === null) return null
  const { stream } = first
  const events = await readParked(store, first, at.position)
  projector.parked.delete(stream)
  const batch = { events, from: at, to: at, synchronous: true, again: true } as const
  const applied = await applyIsolating(projector, batch)
  const mayHaveMore = events.length >= MAX_STEP_EVENTS && (await isParked(projector.client, stream))
  const also = [{ text: outcomeOf(projector.parked.has(stream), mayHaveMore), values: [stream] }]
  await applyBatch(projector, { ...batch, events: [], also })
  if (mayHaveMore) projector.parked.add(stream)
  return applied
}

async function firstRequested({ client, partition }: Projector): Promise<First | null> {
  const { rows } = await client.query({
    name: 'first-asked',
    text: `select stream, position from parked_events where stream =
        (select stream from parked_events where retry_asked_at is not null and partition = $1
          order by retry_asked_at limit 1)
      order by position limit 1`,
    values: [partition],
  })
  return rows.length === 0 ? null : { ...rows[0], position: BigInt(rows[0].position) }
}

async function isParked(client: pg.ClientBase, stream: string): Promise<boolean> {
  const { rows } = await client.query({
    name: 'is-parked',
    text: 'select exists (select from parked_events where stream = $1) as parked',
    values: [stream],
  })
  return rows[0].parked
}

/** How the request ends: dropped after a failure, moved to the next parked event, or fulfilled, even without events. */
function outcomeOf(failedAgain: boolean, mayHaveMore: boolean): string {
  if (failedAgain)
    return 'update parked_events set retry_asked_at = null where stream = $1 and retry_asked_at is not null'
  if (mayHaveMore)
    return `update parked_events set retry_asked_at = now() where id =
      (select id from parked_events where stream = $1 order by position limit 1)`
  return 'delete from parked_events where stream = $1'
}

async function readParked(store: EventStore, { stream, position }: First, upTo: bigint) {
  const events: RecordedEvent[] = []
  try {
    for await (const event of store.readStream(stream, await revisionAt(store, stream, position))) {
      if (event.position > upTo) break
      if (event.position >= position) events.push(event)
      if (events.length >= MAX_STEP_EVENTS && event.metadata.more_follows !== true) break
    }
  } catch (error) {
    if (!(error instanceof StreamDeleted)) throw error
  }
  return events
}

async function revisionAt(store: EventStore, stream: string, position: bigint): Promise<bigint> {
  const event = await eventAt(store, position)
  return event?.stream === stream ? event.revision : 0n
}
