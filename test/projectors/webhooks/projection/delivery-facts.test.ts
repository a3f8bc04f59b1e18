import { randomUUID } from 'node:crypto'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { projections } from '@recado/projectors/projections'
import { test } from 'tap'
import { type Projecting, projecting } from '../../../kit/projecting.ts'
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

  t.test('attempts change the state, and a repeated one changes nothing', async (t) => {
    const w = world()
    await given(projector, w.configured(), w.received())
    const [{ id } = { id: '' }] = await projector.query<{ id: string }>(
      'select id from deliveries where connection_id = $1',
      [w.connection_id],
    )
    const attempt = (n: number, changes: object) =>
      w.fact('DeliveryAttempted', {
        delivery_id: id,
        event_id: randomUUID(),
        sequence: 1,
        attempt: n,
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
    await given(projector, attempt(1, {}), attempt(1, { http_status: 502 }))
    t.match((await pending(w))[0], {
      status: 'failed',
      attempts: 1,
      last_status: 500,
      last_error: 'answered 500',
    })
    t.match(await queue(w), { pending: 1, failing_since: '2026-01-01T09:00:01.000Z' })
    const ok = { outcome: 'delivered', http_status: 200, error: null, next_at: null }
    await given(projector, attempt(2, ok), attempt(3, { next_at: null }))
    t.match((await pending(w))[0], {
      status: 'delivered',
      attempts: 2,
      last_status: 200,
      last_error: null,
    })
    t.match(await queue(w), { pending: 0, due_at: null, failing_since: null })
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
})

async function given(projector: Projecting, ...events: RecordedEvent[]) {
  const { parked } = await projector.given(...events)
  if (parked > 0) throw new Error(`${parked} events were parked`)
}
