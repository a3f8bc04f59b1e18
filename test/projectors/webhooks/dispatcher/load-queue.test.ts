import { randomUUID } from 'node:crypto'
import { createLogger } from '@recado/infra/logger'
import {
  type EndpointQueueDeps,
  openEndpointQueues,
} from '@recado/projectors/webhooks/dispatcher/dispatch-queues'
import type { PendingDelivery } from '@recado/projectors/webhooks/dispatcher/pending-delivery'
import { recentAttempts } from '@recado/projectors/webhooks/dispatcher/recent-attempts'
import type pg from 'pg'
import { test } from 'tap'
import { eventually } from '../../../kit/eventually.ts'

const connection_id = 'connection'

const webhook = { active: true, secret_ref: 'secret', previous_secrets: [] }

type StoredDelivery = Omit<PendingDelivery, 'body'> & { body: string | null }

function stored(ordinal: number, changes: Partial<StoredDelivery> = {}): StoredDelivery {
  return {
    ...{ id: randomUUID(), connection_id, webhook_id: connection_id, account_id: 'account' },
    ...{ origin: 'event', event: 'whatsapp.message.received', event_id: randomUUID() },
    ...{ conversation_id: `of ${ordinal}`, sequence: null, ordinal, position: 1 },
    ...{ correlation_id: 'c', traceparent: null, attempts: 0, next_at: null },
    ...{ created_at: '2026-01-01T09:00:00.000Z', body: '{}', ...changes },
  }
}

/** A webhook whose backlog Postgres shows at a position, and an endpoint that takes everything. */
function webhookWith(backlog: readonly StoredDelivery[], position = 1) {
  const sent: number[] = []
  const reads = { count: 0, after: 0 }
  const query = async ({ name, values }: { name: string; values: [string, number, number] }) => {
    await new Promise(setImmediate)
    if (name === 'dispatch-queue') {
      reads.count += 1
      if (reads.count > 100) throw new Error('read for ever')
      return { rows: [{ last_ordinal: backlog.length, resumed_at: null, position }] }
    }
    const [, after, limit] = values
    if (name === 'dispatch-next') reads.after = after
    const due = backlog.filter((row) => row.ordinal > after && !sent.includes(row.ordinal))
    return { rows: name === 'dispatch-next' ? due.slice(0, limit) : [] }
  }
  const queues = openEndpointQueues({
    id: 'dispatcher',
    pool: { query } as unknown as pg.Pool,
    recent: recentAttempts(),
    log: createLogger('test', 'silent'),
    shards: { usable: () => ({ shard: 1, fencing_token: 1 }), furthest: () => 0n },
    registry: { webhook: () => webhook },
    vault: { get: async () => 'secret' },
    attempt: {
      client: { post: async () => ({ status: 200, retryAfter: null, excerpt: '' }) },
      ...{ schedule: [0], now: () => new Date(), random: () => 0 },
    },
    recordOutcome: ({ ordinal }: PendingDelivery) => sent.push(ordinal),
    hasRoom: () => true,
    hasRoomToSkip: () => true,
    hasRoomToReadOn: () => true,
    ...{ attemptMs: 1, restMs: 1, pauseKeepMs: 1_000, concurrency: 16 },
  } as unknown as EndpointQueueDeps)
  const visit = (last_ordinal = backlog.length, at = BigInt(position)) =>
    queues.visit(
      {
        ...{ connection_id, account_id: 'account', url: 'https://crm.example/hook', shard: 1 },
        ...{ last_ordinal, due: true, failing_since: null, failing_noticed: false },
      },
      at,
    )
  const offer = (ordinal: number) =>
    queues.offer({ ...stored(ordinal), body: Buffer.from('{}') } as PendingDelivery)
  return { sent, reads, visit, offer }
}

const turns = async () => {
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
}

test('a delivery with an ordinal that Postgres does not know makes no queue read for ever', async (t) => {
  const { sent, reads, offer } = webhookWith([stored(1), stored(2)])
  offer(1_000_000)
  await eventually(() => sent.length === 2)
  await turns()
  t.ok(reads.count < 5, `read ${reads.count} times`)
  t.same(sent, [1, 2])
})

test('what is offered while a backlog is read is no such delivery', async (t) => {
  const backlog = [stored(1)]
  const { sent, reads, visit, offer } = webhookWith(backlog)
  const reading = visit()
  await eventually(() => reads.count === 1)
  backlog.push(stored(2), stored(3))
  offer(3)
  await reading
  await eventually(() => sent.length === 3)
  t.same(sent, [1, 2, 3])
})

test('a sweep that looked before the last read does not empty a queue', async (t) => {
  const { reads, visit, sent } = webhookWith([stored(1), stored(2)], 10)
  await visit(2, 10n)
  await eventually(() => sent.length === 2)
  await visit(1, 9n)
  t.equal(reads.after, 2, 'it reads nothing that it knows')
  await visit(1, 10n)
  t.equal(reads.after, 0, 'a sweep that looked after it says that the ordinals went back')
})

test('a delivery without a body keeps no other from being sent', async (t) => {
  const lost = Array.from({ length: 600 }, (_, n) => stored(n + 2, { body: null }))
  const { reads, visit, sent } = webhookWith([stored(1), ...lost, stored(602)])
  await visit()
  await eventually(() => sent.length === 2)
  await turns()
  t.same(sent, [1, 602])
  t.ok(reads.count < 10, `read ${reads.count} times`)
})
