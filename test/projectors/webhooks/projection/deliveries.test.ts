import { randomUUID } from 'node:crypto'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { test } from 'tap'
import { type Projecting, projecting } from '../../../kit/projecting.ts'
import { projections } from '../../../kit/projections.ts'
import { deliveriesOf } from './deliveries-of.ts'
import { sent, world } from './facts.ts'

test('the deliveries to webhooks', async (t) => {
  const projector = await projecting(projections)
  t.teardown(() => projector.close())
  const pending = (of: { connection_id: string }) => deliveriesOf(projector, of)
  const events = async (of: { connection_id: string }) =>
    (await pending(of)).map(({ event }) => event)
  const queue = async (of: { connection_id: string }) =>
    (
      await projector.query<Record<string, unknown>>(
        `select * from endpoint_queues where id = $1`,
        [of.connection_id],
      )
    )[0]

  t.test(
    'an inbound message becomes a delivery with its record, its sequence and the contact',
    async (t) => {
      const w = world()
      await given(
        projector,
        w.configured(),
        w.contactCreated(),
        w.received('Oi'),
        w.received('Tudo bem?'),
      )
      const [first, second] = await pending(w)
      const payload = JSON.parse(first?.payload ?? '')
      t.match(payload, {
        type: 'whatsapp.message.received',
        timestamp: '2026-01-01T09:00:00.000Z',
        account_id: w.account_id,
        connection_id: w.connection_id,
        sequence: 1,
        data: {
          conversation_id: w.conversation_id,
          contact: { phone: '5531987654321' },
          message: { text: 'Oi', direction: 'inbound', status: 'received' },
        },
      })
      t.match(second, { sequence: 2, ordinal: 2, status: 'pending' })
      t.match(await queue(w), { last_ordinal: 2, pending: 2, active: true })
    },
  )

  t.test(
    'there are no deliveries for events before the webhook or for events it does not list',
    async (t) => {
      const w = world()
      await given(
        projector,
        w.received(),
        w.configured({ events: ['whatsapp.message.read'] }),
        w.received(),
      )
      t.same(await pending(w), [])
    },
  )

  t.test('deliveries of a paused webhook stay pending', async (t) => {
    const w = world()
    await given(projector, w.configured(), w.deactivated(), w.received())
    t.equal((await pending(w)).length, 1)
    t.match(await queue(w), { active: false, pending: 1 })
  })

  t.test(
    'each status is delivered once, also one that a higher status has overtaken',
    async (t) => {
      const w = world()
      const id = randomUUID()
      await given(
        projector,
        w.configured(),
        w.requested(id),
        w.ofMessage('MessageSent', id, sent('wamid.1')),
      )
      await given(
        projector,
        w.status('wamid.1', 'sent'),
        w.status('wamid.1', 'sent'),
        w.status('wamid.1', 'read'),
        w.status('wamid.1', 'delivered'),
        w.status('wamid.1', 'played'),
      )
      t.same(await events(w), [
        'whatsapp.message.sent',
        'whatsapp.message.read',
        'whatsapp.message.delivered',
      ])
      const late = (await pending(w)).at(-1)
      t.match(JSON.parse(late?.payload ?? ''), {
        type: 'whatsapp.message.delivered',
        data: { message: { status: 'read', delivered_at: /Z$/ } },
      })
    },
  )

  t.test(
    'a failed message has no delivery for lower statuses, and a delivered one none for a failure',
    async (t) => {
      const w = world()
      const [failed, arrived] = [randomUUID(), randomUUID()]
      await given(
        projector,
        w.configured(),
        ...[failed, arrived].map((id) => w.requested(id)),
        w.ofMessage('MessageSent', failed, sent('wamid.failed')),
        w.ofMessage('MessageSent', arrived, sent('wamid.arrived')),
      )
      await given(
        projector,
        w.status('wamid.failed', 'failed', [{ code: 131026, title: 'Undeliverable' }]),
        w.status('wamid.failed', 'sent'),
        w.status('wamid.arrived', 'delivered'),
        w.status('wamid.arrived', 'failed', [{ code: 131026, title: 'Undeliverable' }]),
        w.status('wamid.arrived', 'sent'),
      )
      t.same(await events(w), [
        'whatsapp.message.failed',
        'whatsapp.message.delivered',
        'whatsapp.message.sent',
      ])
    },
  )

  t.test('a status that came before its send is delivered when the send is known', async (t) => {
    const w = world()
    const id = randomUUID()
    await given(projector, w.configured(), w.requested(id), w.status('wamid.2', 'delivered'))
    t.same(await events(w), [])
    await given(projector, w.ofMessage('MessageSent', id, sent('wamid.2')))
    t.same(await events(w), ['whatsapp.message.delivered'])
  })

  t.test('a failure is delivered with its error', async (t) => {
    const w = world()
    const id = randomUUID()
    await given(
      projector,
      w.configured(),
      w.requested(id),
      w.ofMessage('MessageSent', id, sent('wamid.3')),
    )
    await given(
      projector,
      w.status('wamid.3', 'failed', [{ code: 131047, title: 'Re-engagement message' }]),
    )
    const [only] = await pending(w)
    t.match(JSON.parse(only?.payload ?? ''), {
      type: 'whatsapp.message.failed',
      data: { error: { code: 131047, title: 'Re-engagement message' } },
    })
  })

  t.test('a refusal is delivered only if the request was answered with 202', async (t) => {
    const w = world()
    const [answered, refused] = [randomUUID(), randomUUID()]
    const error = { code: 1, class: 'permanent', title: 'no', details: null }
    const refusal = {
      error,
      attempt: 2,
      request: null,
      answer: null,
      refused_at: '2026-01-01T09:00:00.000Z',
    }
    const deferral = {
      attempt: 1,
      not_before: '2026-01-01T09:00:00.000Z',
      error: null,
      deferred_at: '2026-01-01T09:00:00.000Z',
    }
    await given(
      projector,
      w.configured(),
      w.requested(refused),
      w.ofMessage('MessageSendRefused', refused, refusal),
      w.requested(answered),
      w.ofMessage('MessageSendDeferred', answered, deferral),
      w.ofMessage('MessageSendRefused', answered, refusal),
    )
    t.same(await events(w), ['whatsapp.message.failed'])
  })

  t.test('connection events have no sequence', async (t) => {
    const w = world()
    const change = {
      status: 'error',
      previous_status: 'connected',
      reason: 'auth_failed',
      details: null,
      changed_at: '2026-01-01T09:00:00.000Z',
    }
    await given(
      projector,
      w.registered(),
      w.configured(),
      w.fact('ConnectionStatusChanged', change),
    )
    const [only] = await pending(w)
    t.match(JSON.parse(only?.payload ?? ''), {
      type: 'whatsapp.connection.updated',
      sequence: null,
      data: {
        connection: { id: w.connection_id, status: 'error', phone_number_digits: '553133334444' },
        reason: 'auth_failed',
        previous_status: 'connected',
      },
    })
  })

  t.test(
    'a native event name brings the raw payload, and only when the webhook lists it',
    async (t) => {
      const [listed, other] = [world(), world()]
      const raw = (w: typeof listed) =>
        w.fact('ProviderEventReceived', {
          source: 'official',
          event: 'statuses',
          payload: { object: 'x' },
          body: null,
          signature: null,
          body_sha256: '',
          received_at: '2026-01-01T09:00:00.000Z',
        })
      const event = raw(listed)
      await given(projector, listed.configured({ events: ['statuses'] }), event)
      await given(projector, { ...raw(listed), id: event.id }, other.configured(), raw(other))
      t.same(
        (await pending(listed)).map(({ payload, event }) => [event, payload]),
        [['statuses', '{"object":"x"}']],
      )
      t.same(await pending(other), [])
    },
  )
})

async function given(projector: Projecting, ...events: RecordedEvent[]) {
  const { parked } = await projector.given(...events)
  if (parked > 0) throw new Error(`${parked} events were parked`)
}
