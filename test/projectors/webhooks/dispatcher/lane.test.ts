import { randomUUID } from 'node:crypto'
import {
  closeRanks,
  emptyLane,
  enqueue,
  finish,
  LANE_CAPACITY,
  nextDue,
  offer,
  take,
} from '@recado/projectors/webhooks/dispatcher/lane'
import type { Owed } from '@recado/projectors/webhooks/dispatcher/owed'
import { test } from 'tap'

const NOW = Date.parse('2026-01-01T09:00:00.000Z')

function owed(ordinal: number, conversation_id: string | null = 'a', changes = {}): Owed {
  return {
    id: randomUUID(),
    account_id: 'account',
    connection_id: 'connection',
    webhook_id: 'webhook',
    event: 'whatsapp.message.received',
    event_id: randomUUID(),
    conversation_id,
    sequence: 1,
    ordinal,
    position: 1,
    correlation_id: 'c',
    attempts: 0,
    next_at: null,
    created_at: '2026-01-01T09:00:00.000Z',
    body: Buffer.from('{}'),
    ...changes,
  }
}

test('only the next delivery is taken from the wire', async (t) => {
  const lane = emptyLane('connection')
  t.equal(offer(lane, owed(1)), false)
  t.equal(offer(lane, owed(1)), false, 'a repetition is known')
  t.equal(offer(lane, owed(3)), true, 'a gap is loaded')
  t.equal(lane.queued, 1)
  t.match(lane, { seen: 1, known: 3 })
})

test('what is offered while a gap is loaded follows as soon as the gap is closed', async (t) => {
  const lane = emptyLane('connection')
  for (const n of [1, 3, 4, 6]) offer(lane, owed(n, `of ${n}`))
  t.match(lane, { seen: 1, known: 6, queued: 1 })
  lane.seen = 2
  closeRanks(lane)
  t.match(lane, { seen: 4, known: 6, queued: 3 })
  t.equal(offer(lane, owed(5)), false, 'nothing is missing now')
  t.match(lane, { seen: 6, queued: 5 })
  t.equal(lane.ahead.size, 0)
})

test('what is kept ahead of a gap is bounded', async (t) => {
  const lane = emptyLane('connection')
  for (let n = 2; n < 2 * LANE_CAPACITY; n++) offer(lane, owed(n))
  t.equal(lane.ahead.size, LANE_CAPACITY)
})

test('a conversation has one delivery under way, others go beside it', async (t) => {
  const lane = emptyLane('connection')
  for (const each of [owed(1, 'a'), owed(2, 'a'), owed(3, 'b')]) enqueue(lane, each)
  const first = take(lane, NOW)
  t.match(first, { ordinal: 1 })
  t.match(take(lane, NOW), { ordinal: 3 })
  t.equal(take(lane, NOW), undefined)
  finish(lane, first as Owed, null)
  t.match(take(lane, NOW), { ordinal: 2 })
})

test('a failed delivery goes first when it is due, and nothing of its conversation before', async (t) => {
  const lane = emptyLane('connection')
  const [one, two] = [owed(1), owed(2)]
  for (const each of [one, two]) enqueue(lane, each)
  take(lane, NOW)
  finish(lane, one, { ...one, attempts: 1, next_at: '2026-01-01T09:00:05.000Z' })
  t.equal(take(lane, NOW), undefined)
  t.equal(nextDue(lane), NOW + 5_000)
  t.match(take(lane, NOW + 5_000), { ordinal: 1, attempts: 1 })
  t.equal(lane.queued, 2)
})

test('raw events and late retries wait for nobody', async (t) => {
  const lane = emptyLane('connection')
  enqueue(lane, owed(1, 'a'))
  enqueue(lane, owed(2, 'a', { attempts: 4 }))
  enqueue(lane, owed(3, null, { event: 'messages' }))
  enqueue(lane, owed(4, null, { event: 'messages' }))
  t.same(
    [1, 2, 3, 4].map(() => take(lane, NOW)?.ordinal),
    [1, 2, 3, 4],
  )
})

test('news of the connection keeps its order', async (t) => {
  const lane = emptyLane('connection')
  for (const n of [1, 2]) enqueue(lane, owed(n, null, { event: 'whatsapp.connection.updated' }))
  t.match(take(lane, NOW), { ordinal: 1 })
  t.equal(take(lane, NOW), undefined)
})
