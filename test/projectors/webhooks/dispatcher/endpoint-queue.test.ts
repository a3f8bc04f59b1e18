import { randomUUID } from 'node:crypto'
import {
  beginLoading,
  drainContiguous,
  dropUnknown,
  type EndpointQueue,
  emptyQueue,
  endLoading,
  hasRoomToLoad,
  isBehind,
  leaveToSweep,
  newEndpointQueue,
  offer,
  QUEUE_CAPACITY,
  readThrough,
} from '@recado/projectors/webhooks/dispatcher/endpoint-queue'
import type { PendingDelivery } from '@recado/projectors/webhooks/dispatcher/pending-delivery'
import {
  enqueue,
  finish,
  nextDue,
  take,
} from '@recado/projectors/webhooks/dispatcher/queue-conversations'
import { test } from 'tap'

const NOW = Date.parse('2026-01-01T09:00:00.000Z')

function pending(
  ordinal: number,
  conversation_id: string | null = 'a',
  changes = {},
): PendingDelivery {
  return {
    id: randomUUID(),
    account_id: 'account',
    connection_id: 'connection',
    webhook_id: 'webhook',
    origin: 'event',
    event: 'whatsapp.message.received',
    event_id: randomUUID(),
    conversation_id,
    sequence: 1,
    ordinal,
    position: 1,
    correlation_id: 'c',
    traceparent: null,
    attempts: 0,
    next_at: null,
    created_at: '2026-01-01T09:00:00.000Z',
    body: Buffer.from('{}'),
    ...changes,
  }
}

test('only the next delivery in order is taken from NATS', async (t) => {
  const queue = newEndpointQueue('connection')
  t.equal(offer(queue, pending(1)), false)
  t.equal(offer(queue, pending(1)), false, 'a repetition is known')
  t.equal(offer(queue, pending(3)), true, 'a gap is loaded')
  t.equal(queue.conversations.queued, 1)
  t.match(queue, { loadedThrough: 1, announcedThrough: 3 })
})

test('deliveries offered while a gap is loaded are queued as soon as the gap is closed', async (t) => {
  const queue = newEndpointQueue('connection')
  for (const n of [1, 3, 4, 6]) offer(queue, pending(n, `of ${n}`))
  t.match(queue, { loadedThrough: 1, announcedThrough: 6, conversations: { queued: 1 } })
  readThrough(queue, 2)
  drainContiguous(queue)
  t.match(queue, { loadedThrough: 4, announcedThrough: 6, conversations: { queued: 3 } })
  t.equal(offer(queue, pending(5)), false, 'nothing is missing now')
  t.match(queue, { loadedThrough: 6, conversations: { queued: 5 } })
  t.equal(queue.outOfOrder.size, 0)
})

test('the number of deliveries kept beyond a gap is bounded', async (t) => {
  const queue = newEndpointQueue('connection')
  for (let n = 2; n < 2 * QUEUE_CAPACITY; n++) offer(queue, pending(n))
  t.equal(queue.outOfOrder.size, QUEUE_CAPACITY)
})

test('a conversation has one delivery in flight; those of others go at the same time', async (t) => {
  const queue = newEndpointQueue('connection')
  for (const each of [pending(1, 'a'), pending(2, 'a'), pending(3, 'b')])
    enqueue(queue.conversations, each)
  const first = take(queue.conversations, NOW)
  t.match(first, { ordinal: 1 })
  t.match(take(queue.conversations, NOW), { ordinal: 3 })
  t.equal(take(queue.conversations, NOW), undefined)
  finish(queue.conversations, first as PendingDelivery, null)
  t.match(take(queue.conversations, NOW), { ordinal: 2 })
})

test('a failed delivery goes first when it is due, and its conversation waits until then', async (t) => {
  const queue = newEndpointQueue('connection')
  const [one, two] = [pending(1), pending(2)]
  for (const each of [one, two]) enqueue(queue.conversations, each)
  take(queue.conversations, NOW)
  finish(queue.conversations, one, { ...one, attempts: 1, next_at: '2026-01-01T09:00:05.000Z' })
  t.equal(take(queue.conversations, NOW), undefined)
  t.equal(nextDue(queue.conversations), NOW + 5_000)
  t.match(take(queue.conversations, NOW + 5_000), { ordinal: 1, attempts: 1 })
  t.equal(queue.conversations.queued, 2)
})

test('raw events and late retries do not wait for others', async (t) => {
  const queue = newEndpointQueue('connection')
  enqueue(queue.conversations, pending(1, 'a'))
  enqueue(queue.conversations, pending(2, 'a', { attempts: 4 }))
  enqueue(queue.conversations, pending(3, null, { event: 'messages' }))
  enqueue(queue.conversations, pending(4, null, { event: 'messages' }))
  t.same(
    [1, 2, 3, 4].map(() => take(queue.conversations, NOW)?.ordinal),
    [1, 2, 3, 4],
  )
})

test('connection events keep their order', async (t) => {
  const queue = newEndpointQueue('connection')
  for (const n of [1, 2])
    enqueue(queue.conversations, pending(n, null, { event: 'whatsapp.connection.updated' }))
  t.match(take(queue.conversations, NOW), { ordinal: 1 })
  t.equal(take(queue.conversations, NOW), undefined)
})

test('one read of the backlog runs at a time', async (t) => {
  const queue = newEndpointQueue('connection')
  t.equal(beginLoading(queue), true)
  t.equal(beginLoading(queue), false)
  t.equal(endLoading(queue), true)
  t.equal(beginLoading(queue), true)
})

test('a read that was running when the queue was emptied is discarded, and the next one counts', async (t) => {
  const queue = newEndpointQueue('connection')
  beginLoading(queue)
  emptyQueue(queue)
  emptyQueue(queue)
  t.equal(queue.reading, 'discarding')
  t.equal(beginLoading(queue), false, 'the read is still under way')
  t.equal(endLoading(queue), false)
  t.equal(queue.reading, 'idle')
  beginLoading(queue)
  t.equal(endLoading(queue), true)
})

test('a delivery that was in flight when the queue was emptied is read again and queued once', async (t) => {
  const queue = newEndpointQueue('connection')
  const [one, two] = [pending(1), pending(2)]
  enqueue(queue.conversations, one)
  take(queue.conversations, NOW)
  emptyQueue(queue)
  t.equal(queue.conversations.queued, 0)
  const again = { ...one, attempts: 1, next_at: '2026-01-01T09:00:05.000Z' }
  finish(queue.conversations, one, again)
  for (const read of [again, two]) enqueue(queue.conversations, read)
  t.equal(queue.conversations.queued, 2)
  t.equal(take(queue.conversations, NOW), undefined)
  t.match(take(queue.conversations, NOW + 5_000), { ordinal: 1, attempts: 1 })
  finish(queue.conversations, again, null)
  t.match(take(queue.conversations, NOW + 5_000), { ordinal: 2 })
})

test('what was read for a conversation with a delivery in flight goes on when that delivery ends', async (t) => {
  const queue = newEndpointQueue('connection')
  const [one, two] = [pending(1), pending(2)]
  enqueue(queue.conversations, one)
  take(queue.conversations, NOW)
  emptyQueue(queue)
  enqueue(queue.conversations, two)
  t.equal(take(queue.conversations, NOW), undefined)
  finish(queue.conversations, one, null)
  t.match(take(queue.conversations, NOW), { ordinal: 2 })
})

test('large bodies fill the memory shared by all queues, and each queue still keeps a little of its own', async (t) => {
  const memory = { bytes: 0 }
  const of = (kib: number, ordinal: number) =>
    pending(ordinal, `of ${ordinal}`, { body: Buffer.alloc(kib * 1024) })
  const queues = Array.from({ length: 20 }, (_, n) => newEndpointQueue(`${n}`, memory))
  for (const queue of queues) for (let n = 1; n <= 20; n++) offer(queue, of(1_024, n))
  t.equal(queues[0]?.conversations.queued, 16, 'one keeps 16 MB')
  t.equal(memory.bytes, 2 ** 28 + 4 * 2 ** 20, 'all keep 256 MB, and one delivery each beyond that')
  const late = newEndpointQueue('late', memory)
  for (const [n, isLeft] of [false, false, true].entries())
    t.equal(offer(late, of(130, n + 1)), isLeft, `${n + 1} in the rest of the shared memory`)
  t.equal(hasRoomToLoad(late), false)
  const head = take(late.conversations, NOW)
  if (head !== undefined) finish(late.conversations, head, null)
  t.equal(hasRoomToLoad(late), false)
  const next = take(late.conversations, NOW)
  if (next !== undefined) finish(late.conversations, next, null)
  t.equal(hasRoomToLoad(late), true)
  for (const queue of queues) emptyQueue(queue)
  t.equal(memory.bytes, 0)
})

test('deliveries waiting beyond a gap do not keep the gap from being loaded', async (t) => {
  const queue = newEndpointQueue('connection')
  const large = { body: Buffer.alloc(2 ** 20) }
  for (let n = 2; n < 30; n++) offer(queue, pending(n, `of ${n}`, large))
  t.equal(queue.outOfOrder.size, 16)
  t.equal(hasRoomToLoad(queue), true)
  enqueue(queue.conversations, pending(1))
  readThrough(queue, 1)
  drainContiguous(queue)
  t.equal(queue.conversations.queued, 17)
  t.equal(hasRoomToLoad(queue), false)
  emptyQueue(queue)
  t.match(queue.bytes, { inOrder: 0, ahead: 0, together: { bytes: 0 } })
})

test('redeliveries and tests wait for nothing, and recovered deliveries only for one another', async (t) => {
  const queue = newEndpointQueue('connection')
  const origins = ['event', 'redelivery', 'redelivery', 'test', 'recovery', 'recovery']
  for (const [n, origin] of origins.entries())
    enqueue(queue.conversations, pending(n + 1, 'a', { origin }))
  t.same(
    origins.map(() => take(queue.conversations, NOW)?.ordinal),
    [1, 2, 3, 4, 5, undefined],
  )
})

test('a delivery holds its conversation back until its third attempt has failed', async (t) => {
  for (const [attempts, next] of [
    [2, undefined],
    [3, 2],
  ] as const) {
    const queue = newEndpointQueue('connection')
    for (const each of [pending(1, 'a', { attempts }), pending(2, 'a')])
      enqueue(queue.conversations, each)
    t.equal(take(queue.conversations, NOW)?.ordinal, 1)
    t.equal(take(queue.conversations, NOW)?.ordinal, next)
  }
})

test('of waiting deliveries the earliest says when the next one is due, and a new one is due at once', async (t) => {
  const queue = newEndpointQueue('connection')
  t.equal(nextDue(queue.conversations), undefined)
  const later = { attempts: 1, next_at: '2026-01-01T09:00:05.000Z' }
  const sooner = { attempts: 1, next_at: '2026-01-01T09:00:03.000Z' }
  enqueue(queue.conversations, pending(1, 'a', later))
  enqueue(queue.conversations, pending(2, 'b', sooner))
  enqueue(queue.conversations, pending(3, 'c', later))
  t.equal(nextDue(queue.conversations), NOW + 3_000)
  t.equal(take(queue.conversations, NOW + 2_999), undefined)
  t.match(take(queue.conversations, NOW + 3_000), { ordinal: 2 })
  t.equal(nextDue(queue.conversations), NOW + 5_000)
  enqueue(queue.conversations, pending(4, 'd'))
  t.equal(nextDue(queue.conversations), 0)
})

test('a queue keeps a limited number of deliveries, and reads more once a quarter is left', async (t) => {
  const queue = newEndpointQueue('connection')
  const all = Array.from({ length: QUEUE_CAPACITY + 1 }, (_, n) => pending(n + 1, `of ${n}`))
  t.equal(all.map((each) => offer(queue, each)).indexOf(true), QUEUE_CAPACITY)
  t.equal(queue.conversations.queued, QUEUE_CAPACITY)
  const sendOne = () => {
    const head = take(queue.conversations, NOW)
    if (head !== undefined) finish(queue.conversations, head, null)
  }
  while (queue.conversations.queued > QUEUE_CAPACITY / 4) sendOne()
  t.equal(hasRoomToLoad(queue), false)
  sendOne()
  t.equal(hasRoomToLoad(queue), true)
})

test('a redelivery, whose event lies in the past, does not move the place in the log back', async (t) => {
  const queue = newEndpointQueue('connection')
  offer(queue, pending(1, 'a', { position: 9 }))
  offer(queue, pending(2, 'a', { position: 3, origin: 'redelivery' }))
  t.equal(queue.position, 9)
})

test('what was offered and Postgres does not know is forgotten', async (t) => {
  const queue = newEndpointQueue('connection')
  for (const n of [3, 5, 6]) offer(queue, pending(n))
  dropUnknown(queue, [3, 5, 9], 3)
  t.same([...queue.outOfOrder.keys()], [3, 6])
  t.equal(queue.bytes.ahead, 2 * 2)
  t.equal(isBehind(queue), true)
  leaveToSweep(queue)
  t.equal(isBehind(queue), false)
})

test('what was read meanwhile is no longer kept beyond the gap', async (t) => {
  const queue = newEndpointQueue('connection')
  for (const n of [2, 3, 5]) offer(queue, pending(n))
  readThrough(queue, 3)
  drainContiguous(queue)
  t.same([...queue.outOfOrder.keys()], [5])
  t.match(queue, {
    loadedThrough: 3,
    conversations: { queued: 0 },
    bytes: { inOrder: 0, ahead: 2 },
  })
})

test('a module that writes a queue by itself does not compile', async (t) => {
  const write = (queue: EndpointQueue) => {
    // @ts-expect-error how far the backlog is loaded
    queue.loadedThrough = 1
    // @ts-expect-error how many attempts may be under way
    queue.health = { state: 'gone' }
    // @ts-expect-error what waits for a gap
    queue.outOfOrder.clear()
    // @ts-expect-error what waits in order
    queue.conversations.waiting.clear()
    // @ts-expect-error what is under way
    queue.conversations.inFlight.add('a')
    // @ts-expect-error how many wait
    queue.conversations.queued += 1
    // @ts-expect-error what is kept in memory
    queue.bytes.inOrder = 0
    // @ts-expect-error by all queues
    queue.bytes.together.bytes = 0
  }
  t.type(write, 'function')
})
