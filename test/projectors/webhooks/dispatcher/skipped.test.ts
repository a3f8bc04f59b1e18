import { randomUUID } from 'node:crypto'
import type { Journal } from '@recado/infra/event-store/event-store'
import { createLogger } from '@recado/infra/logger'
import {
  type EndpointQueueDeps,
  type EndpointQueues,
  openEndpointQueues,
} from '@recado/projectors/webhooks/dispatcher/dispatch-queues'
import { recordOutcomes } from '@recado/projectors/webhooks/dispatcher/outcomes'
import { recentAttempts } from '@recado/projectors/webhooks/dispatcher/recent-attempts'
import { attemptRecorder } from '@recado/projectors/webhooks/dispatcher/record-attempt'
import { roomIn } from '@recado/projectors/webhooks/dispatcher/room'
import type pg from 'pg'
import { test } from 'tap'
import { eventually } from '../../../kit/eventually.ts'

const BACKLOG = 3_000
const LONG_AGO = '2020-01-01T00:00:00.000Z'

/** Webhooks that were resumed after years, and the number of reads of their backlogs. */
function backlogs() {
  const reads = { count: 0 }
  const rowsOf = (connection_id: string, after: number, limit: number) =>
    Array.from({ length: Math.min(limit, BACKLOG - after) }, (_, i) => ({
      id: randomUUID(),
      connection_id,
      webhook_id: connection_id,
      account_id: 'account',
      event: 'whatsapp.message.received',
      event_id: randomUUID(),
      conversation_id: 'a',
      ordinal: after + i + 1,
      attempts: 0,
      created_at: LONG_AGO,
      sequence: null,
      body: '{}',
    }))
  const query = async ({ name, values }: { name: string; values: [string, number, number] }) => {
    if (name === 'dispatch-queue') {
      reads.count += 1
      return {
        rows: [{ last_ordinal: BACKLOG, resumed_at: new Date().toISOString(), position: 1 }],
      }
    }
    return { rows: name === 'dispatch-next' ? rowsOf(...values) : [] }
  }
  return { reads, pool: { query } as unknown as pg.Pool }
}

/** @param most how many deliveries may wait for the read models */
function skipping(most?: number) {
  const { reads, pool } = backlogs()
  const log = createLogger('test', 'silent')
  const recent = recentAttempts(most)
  const stop = new AbortController()
  let append = () => {}
  const appends = new Promise<void>((resolve) => {
    append = resolve
  })
  let recorded = 0
  const record: Journal['record'] = async (_, facts) => {
    await appends
    recorded += facts.length
    return { position: 1n } as Awaited<ReturnType<Journal['record']>>
  }
  const outcomes = recordOutcomes({
    journal: { record } as Journal,
    log,
    signal: stop.signal,
    onRoom: () => queues.resume(),
  })
  const recorder = attemptRecorder(outcomes, recent, () => queues.nextInTurn())
  const queues: EndpointQueues = openEndpointQueues({
    id: 'dispatcher',
    pool,
    recent,
    log,
    shards: { usable: () => ({ shard: 1, fencing_token: 1 }), furthest: () => 0n },
    registry: { webhook: () => ({ active: true }) },
    ...roomIn(outcomes, recent),
    skip: recorder.skip,
    attemptMs: 1,
    pauseKeepMs: 1_000,
    concurrency: 16,
  } as unknown as EndpointQueueDeps)
  const visit = (connection_id: string) =>
    queues.visit(
      {
        ...{ connection_id, account_id: 'mine', url: 'https://crm.example/hook', shard: 1 },
        ...{ last_ordinal: BACKLOG, due: true, failing_since: null, failing_noticed: false },
      },
      1n,
    )
  return { outcomes, recent, reads, visit, append: () => append(), recorded: () => recorded, stop }
}

test('too old deliveries are skipped as fast as the log records them', async (t) => {
  const { outcomes, reads, visit, append, recorded, stop } = skipping()
  t.teardown(() => stop.abort())
  await visit('first')
  await visit('first')
  await eventually(() => outcomes.waiting() > 0)
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  t.ok(outcomes.waiting() <= 250, `${outcomes.waiting()} wait`)
  t.equal(reads.count, 1, 'nothing is read without room for it')
  append()
  await eventually(() => recorded() === BACKLOG)
  t.ok(reads.count < 50, `read ${reads.count} times`)
})

test('however many webhooks were resumed, others find room', async (t) => {
  const { outcomes, visit, append, recorded, stop } = skipping()
  t.teardown(() => stop.abort())
  const names = Array.from({ length: 6 }, (_, i) => `webhook ${i}`)
  for (const name of names) await visit(name)
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  t.ok(outcomes.hasRoom(0), `${outcomes.waiting()} wait`)
  append()
  await eventually(() => recorded() === names.length * BACKLOG)
})

test('the number of outcomes that the read models do not show yet is bounded, and work goes on as they show them', async (t) => {
  const { recent, reads, visit, append, recorded, stop } = skipping(100)
  t.teardown(() => stop.abort())
  append()
  await visit('first')
  await eventually(() => recorded() === 100)
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  t.equal(recorded(), 100, 'no more are skipped')
  const before = reads.count
  await visit('first')
  t.equal(reads.count, before, 'nothing is read without room for it')
  while (recorded() < BACKLOG) {
    const done = recorded()
    recent.observed(1n)
    await visit('first')
    await eventually(() => recorded() === Math.min(BACKLOG, done + 100))
  }
})
