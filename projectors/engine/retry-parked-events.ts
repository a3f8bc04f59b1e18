import { PositionUnknown, StreamDeleted } from '@recado/infra/event-store/errors'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type pg from 'pg'
import { applyBatch, type Projector } from './apply-batch.ts'
import type { Checkpoint } from './checkpoint.ts'
import { type Applied, applyIsolating } from './isolate.ts'

/** A stream may have been parked for long: a step of it holds up nobody. */
const MAX_STEP = 1_000

type First = { readonly stream: string; readonly position: bigint }

/**
 * Tries a step of one parked stream again that the operator asked for, from its first parked event, as the log has them.
 * What succeeds is parked no longer; where it fails again it stays. See docs/adr/0020.
 * @param at where the read models are: what stands behind it in the log will come by itself
 * @returns null when nothing was asked for
 */
export async function retryParkedEvents(
  fold: Projector,
  store: EventStore,
  at: Checkpoint,
): Promise<Applied | null> {
  const first = await firstAsked(fold.client)
  if (first === null) return null
  const { stream } = first
  const events = await readParked(store, first, at.position)
  fold.parked.delete(stream)
  const batch = { events, from: at, to: at, synchronous: true, again: true } as const
  const applied = await applyIsolating(fold, batch)
  const mayHaveMore = events.length >= MAX_STEP
  const also = [{ text: outcomeOf(fold.parked.has(stream), mayHaveMore), values: [stream] }]
  await applyBatch(fold, { ...batch, events: [], also })
  if (mayHaveMore) fold.parked.add(stream)
  return applied
}

async function firstAsked(client: pg.ClientBase): Promise<First | null> {
  const { rows } = await client.query({
    name: 'first-asked',
    text: `select stream, position from parked_events where stream =
        (select stream from parked_events where retry_asked_at is not null order by retry_asked_at limit 1)
      order by position limit 1`,
  })
  return rows.length === 0 ? null : { ...rows[0], position: BigInt(rows[0].position) }
}

/** The stream's first event is asked for; or nobody asks any more; or nothing of it is parked, were it gone from the log. */
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
      if (events.length >= MAX_STEP && event.metadata.more_follows !== true) break
    }
  } catch (error) {
    if (!(error instanceof StreamDeleted)) throw error
  }
  return events
}

/** 0 when the log has it no longer. */
async function revisionAt(store: EventStore, stream: string, position: bigint): Promise<bigint> {
  try {
    for await (const event of store.readAll({ from: position, limit: 1 }))
      if (event.stream === stream) return event.revision
  } catch (error) {
    if (!(error instanceof PositionUnknown)) throw error
  }
  return 0n
}
