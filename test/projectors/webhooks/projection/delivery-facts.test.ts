import { randomUUID } from 'node:crypto'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { sweepQueues } from '@recado/projectors/webhooks/dispatcher/load-backlog'
import { shardOf } from '@recado/projectors/webhooks/dispatcher/shard'
import type pg from 'pg'
import { test } from 'tap'
import { type Projecting, projecting } from '../../../kit/projecting.ts'
import { projections } from '../../../kit/projections.ts'
import { deliveriesOf } from './deliveries-of.ts'
import { world } from './facts.ts'

test('the outcomes of deliveries', async (t) => {
  const projector = await projecting(projections)
  t.teardown(() => projector.close())
  const pending = (of: { connection_id: string }) => deliveriesOf(projector, of)
  const queue = async (of: { connection_id: string }) =>
    (
      await projector.query<object>('select * from endpoint_queues where id = $1', [
        of.connection_id,
      ])
    )[0]

  const idsOf = async ({ connection_id }: { connection_id: string }) =>
    (await pending({ connection_id })).map(({ id }) => id)

  t.test('attempts move the state, a repeated one changes nothing', async (t) => {
    const w = world()
    await given(projector, w.configured(), w.received())
    const [id] = await idsOf(w)
    const attempt = (n: number, changes: object) => attemptOf(w, id, n, changes)
    await given(projector, attempt(1, {}), attempt(1, { http_status: 502 }))
    t.match((await pending(w))[0], {
      status: 'failed',
      attempts: 1,
      last_status: 500,
      last_error: 'answered 500',
    })
    t.match(await queue(w), { pending: 1, failing_since: '2026-01-01T09:00:01.000Z' })
    await given(projector, attempt(2, OK), attempt(3, { next_at: null }))
    t.match((await pending(w))[0], {
      status: 'delivered',
      attempts: 2,
      last_status: 200,
      last_error: null,
    })
    t.match(await queue(w), { pending: 0, failing_since: null })
  })

  t.test('each attempt keeps its own error, and the delivery that of the last one', async (t) => {
    const w = world()
    await given(projector, w.configured(), w.received())
    const [id] = await idsOf(w)
    const cut = { http_status: null, error: 'other side closed', failure: 'connection_closed' }
    await given(projector, attemptOf(w, id, 1, cut), attemptOf(w, id, 2, {}))
    t.match((await pending(w))[0], { last_status: 500, last_error: 'answered 500' })
    const slow = { http_status: null, error: 'no answer within 10 ms', failure: 'timeout' }
    await given(projector, attemptOf(w, id, 3, slow), attemptOf(w, id, 3, cut))
    t.match((await pending(w))[0], { attempts: 3, last_status: null, last_error: slow.error })
    const attempts = await projector.query<object>(
      'select attempt, error, failure from delivery_attempts where delivery_id = $1 order by attempt',
      [id],
    )
    t.strictSame(attempts, [
      { attempt: 1, error: cut.error, failure: cut.failure },
      { attempt: 2, error: 'answered 500', failure: null },
      { attempt: 3, error: slow.error, failure: slow.failure },
    ])
  })

  t.test('a retry in hours lets the sweep rest until it is due', async (t) => {
    const w = world()
    await given(projector, w.configured(), w.received(), w.received())
    const [late, other] = await idsOf(w)
    const query = async ({ text, values }: pg.QueryConfig) => ({
      rows: await projector.query(text, values),
    })
    const isDue = async () => {
      const shards = [shardOf(w.connection_id)]
      const { queues } = await sweepQueues({ query } as unknown as pg.Pool, shards)
      return queues.find(({ connection_id }) => connection_id === w.connection_id)?.due
    }
    const next = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    await given(projector, attemptOf(w, other, 1, OK))
    await given(projector, attemptOf(w, late, 2, { next_at: next(-1) }))
    t.equal(await isDue(), false, 'its conversation waits for it in memory')
    await given(projector, attemptOf(w, late, 3, { next_at: next(2) }))
    t.equal(await isDue(), false)
    await given(projector, attemptOf(w, late, 4, { next_at: next(-1) }))
    t.equal(await isDue(), true)
    await given(projector, attemptOf(w, late, 5, OK))
    t.equal(await isDue(), undefined, 'nothing is pending')
  })

  t.test('a delivery that was given up is dead, and can be requested again', async (t) => {
    const w = world()
    await given(projector, w.configured(), w.received())
    const [{ id, event_id } = { id: '', event_id: '' }] = await projector.query<{
      id: string
      event_id: string
    }>('select id, event_id from deliveries where connection_id = $1', [w.connection_id])
    await given(
      projector,
      w.fact('DeliveryGivenUp', {
        delivery_id: id,
        event_id,
        reason: 'exhausted',
        given_up_at: '2026-01-01T09:00:00.000Z',
      }),
    )
    t.match(await queue(w), { pending: 0 })
    await given(
      projector,
      w.fact('RedeliveryRequested', {
        delivery_id: randomUUID(),
        original_delivery_id: id,
        event_id,
        requested_at: '2026-01-02T09:00:00.000Z',
      }),
    )
    const [dead, again] = await pending(w)
    t.match(dead, { status: 'dead' })
    t.match(again, { status: 'pending', ordinal: 2, sequence: 1, payload: dead?.payload })
    t.match(await queue(w), { pending: 1, last_ordinal: 2 })
  })

  t.test('an attempt that ends after its person was erased leaves no words', async (t) => {
    const w = world()
    await given(projector, w.configured(), w.received())
    const [id] = await idsOf(w)
    const found = { contact_id: randomUUID(), kind: 'delivery', ids: [id], keys: [] }
    await given(projector, w.fact('PersonalDataFound', { ...found, found_at: AT }))
    await given(projector, attemptOf(w, id, 1, { answer_excerpt: 'Oi, Ana' }))
    t.match((await pending(w))[0], { status: 'dead', attempts: 1, last_error: 'erased' })
    const attempts = await projector.query<object>(
      'select http_status, error, answer_excerpt from delivery_attempts where delivery_id = $1',
      [id],
    )
    t.same(attempts, [{ http_status: 500, error: null, answer_excerpt: '' }])
    t.match(await queue(w), { pending: 0 })
  })
})

const AT = '2026-01-01T09:00:00.000Z'

const OK = { outcome: 'delivered', http_status: 200, error: null, next_at: null }

function attemptOf(
  w: ReturnType<typeof world>,
  delivery_id: string | undefined,
  attempt: number,
  changes: object,
) {
  return w.fact('DeliveryAttempted', {
    delivery_id,
    event_id: randomUUID(),
    sequence: 1,
    attempt,
    outcome: 'failed',
    http_status: 500,
    error: 'answered 500',
    took_ms: 3,
    target_url: 'https://crm.example/hook',
    next_at: '2026-01-01T09:00:05.000Z',
    answer_excerpt: '',
    attempted_at: '2026-01-01T09:00:01.000Z',
    ...changes,
  })
}

async function given(projector: Projecting, ...events: RecordedEvent[]) {
  const { parked } = await projector.given(...events)
  if (parked > 0) throw new Error(`${parked} events were parked`)
}
