import { randomUUID } from 'node:crypto'
import {
  eventKeys,
  OUTBOUND_BODY,
  type OutboundSelection,
  redeliveryKey,
  selectOutbound,
} from '@recado/application/read-models/outbound-events'
import { ANNOUNCED_SINCE } from '@recado/contract/whatsapp-event-names'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { t as file, test } from 'tap'
import { projecting } from '../../../kit/projecting.ts'
import { projections } from '../../../kit/projections.ts'
import { deliveriesOf } from './deliveries-of.ts'
import { sent, world } from './facts.ts'

const projector = await projecting(projections)
file.teardown(() => projector.close())

async function given(...events: RecordedEvent[]) {
  const { parked } = await projector.given(...events)
  if (parked > 0) throw new Error(`${parked} events were parked`)
}

/** The message texts of the selected events, in order. */
async function bodies(selection: Partial<OutboundSelection> & Pick<OutboundSelection, 'of'>) {
  const { text, values } = selectOutbound({
    ...{ keys: eventKeys([]), after: -1, limit: 100 },
    ...selection,
  })
  const rows = await projector.query<{ body: string }>(
    `select ${OUTBOUND_BODY} as body from (${text}) page join outbound_events e using (id)
     order by page.log_id`,
    values,
  )
  return rows.map(({ body }) => body)
}

const typesOf = (texts: readonly string[]) => texts.map((text) => JSON.parse(text).type)
const textsOf = (texts: readonly string[]) =>
  texts.map((text) => JSON.parse(text).data.message.text)

/** A provider's event. */
function native(
  w: ReturnType<typeof world>,
  event: string,
  payload: object,
  more: object = {},
): RecordedEvent {
  const body = { body: null, signature: null, body_sha256: '' }
  const received_at = '2026-01-01T09:00:00.000Z'
  const data = { source: 'official', event, payload, ...body, received_at, ...more }
  return w.fact('ProviderEventReceived', data, 'providerEvent')
}

test('an outbound event exists without a webhook, and its body is what a webhook gets', async (t) => {
  const [without, configured] = [world(), world()]
  for (const w of [without, configured]) {
    const id = randomUUID()
    await given(
      ...(w === configured ? [w.configured()] : []),
      w.registered(),
      w.contactCreated(),
      w.received('"sequence":null'),
      w.requested(id),
      w.ofMessage('MessageSent', id, sent(`wamid.${id}`)),
      w.status(`wamid.${id}`, 'sent'),
      w.status(`wamid.${id}`, 'read'),
      w.status(`wamid.${id}`, 'delivered'),
      w.fact(
        'ConnectionNoticed',
        { kind: 'quality', value: { now: 'RED' }, noticed_at: '' },
        'connection',
      ),
    )
  }
  const told = await bodies({ of: { accountId: without.account_id } })
  t.same(typesOf(told), [
    'whatsapp.message.received',
    'whatsapp.message.sent',
    'whatsapp.message.read',
    'whatsapp.message.delivered',
    'whatsapp.connection.updated',
  ])
  t.ok(told.every((text) => JSON.parse(text).sequence === null))
  const posted = (await deliveriesOf(projector, configured)).map(({ payload }) => payload)
  t.match(
    posted.map((text) => JSON.parse(text).sequence),
    [1, 2, 3, 4, null],
  )
  t.same(
    posted.map((text) => text.replace(/"sequence":(\d|null)/, '"sequence":null')),
    await bodies({ of: { connectionIds: [configured.connection_id] } }),
  )
})

test('a send that was told as failed and was taken all the same is told as sent, once', async (t) => {
  const w = world()
  const [id, wamid] = [randomUUID(), `wamid.${randomUUID()}`]
  const error = { code: 'outcome_unknown', class: 'unknown', title: 'Nobody knows', details: null }
  await given(
    w.registered(),
    w.contactCreated(),
    w.requested(id),
    w.ofMessage('MessageSendGivenUp', id, { error, given_up_at: '2026-01-02T09:00:00.000Z' }),
    w.ofMessage('MessageSent', id, sent(wamid)),
    w.status(wamid, 'sent'),
  )
  const told = await bodies({ of: { accountId: w.account_id } })
  t.same(typesOf(told), ['whatsapp.message.failed', 'whatsapp.message.sent'])
  t.match(JSON.parse(told[1] ?? ''), { data: { message: { status: 'sent', error: null } } })
})

test('the body of a raw event is its payload, whatever characters surround it', async (t) => {
  const w = world()
  const payload = {
    '": {"payload":': 'Olá \u0000 👍',
    '10': 1,
    '9': [1.5e300, -0],
    deep: { created_at: '","created_at":"' },
  }
  const event = 'odd","payload":{"x'
  await given(w.configured({ events: [event, 'history'] }))
  const fact = native(w, event, payload)
  const parts = native(w, 'history', { named: 'in parts' }, { payload_parts: 3 })
  await given(fact, parts, { ...native(w, event, payload), id: fact.id })
  // What does not fit says where all of it is.
  const payload_url = `/api/v1/webhook-events/${parts.position}`
  const expected = [JSON.stringify(payload), JSON.stringify({ named: 'in parts', payload_url })]
  const keys = eventKeys([event.toUpperCase(), 'HISTORY'])
  t.same(await bodies({ of: { accountId: w.account_id }, keys }), expected)
  t.same(
    (await deliveriesOf(projector, w)).map((row) => row.payload),
    expected,
  )
  t.same(await bodies({ of: { accountId: w.account_id } }), [], 'only when asked for by name')
})

test('a redelivery is an event at its own position, for those who ask for redeliveries', async (t) => {
  const [w, other] = [world(), world()]
  const received = w.received('Oi')
  await given(received, w.received('Tudo bem?'))
  const asked = (of: typeof w) =>
    of.fact('RedeliveryRequested', {
      delivery_id: randomUUID(),
      original_delivery_id: randomUUID(),
      event_id: received.id,
      requested_at: '2026-01-02T09:00:00.000Z',
    })
  const again = asked(w)
  await given(again, { ...asked(w), id: again.id }, asked(other))
  const keys = eventKeys([]).flatMap((key) => [key, redeliveryKey(key)])
  const told = await bodies({ of: { accountId: w.account_id }, keys })
  t.same(textsOf(told), ['Oi', 'Tudo bem?', 'Oi'])
  t.equal(told[2], told[0])
  t.same(textsOf(await bodies({ of: { accountId: w.account_id } })), ['Oi', 'Tudo bem?'])
  t.same(
    await bodies({ of: { accountId: other.account_id }, keys }),
    [],
    'not for the event of another account',
  )
})

test('a fact marked as quiet becomes no event', async (t) => {
  const w = world()
  await given(w.configured())
  const quiet = w.received('long past')
  await given({ ...quiet, metadata: { ...quiet.metadata, quiet: true } }, w.received('now'))
  t.same(textsOf(await bodies({ of: { accountId: w.account_id } })), ['now'])
  t.match(await deliveriesOf(projector, w), { length: 1 })
})

test('an import into another log keeps the positions', async (t) => {
  const [w, copy] = [world(), world()]
  const facts = ['a', 'b', 'c'].map((text) => w.received(text))
  await given(...facts)
  const imported = ['a', 'b', 'c'].map((text, i) => {
    const fact = copy.received(text)
    const log_id = Number(facts[i]?.position) * 1_000
    return { ...fact, metadata: { ...fact.metadata, log_id } }
  })
  await given(...imported)
  const after = (of: typeof w, log_id: number) =>
    bodies({ of: { accountId: of.account_id }, after: log_id })
  const second = Number(facts[1]?.position)
  t.same(textsOf(await after(w, second)), ['c'])
  t.same(textsOf(await after(copy, second * 1_000)), ['c'])
})

test("a provider's event with a name of ours is not taken for ours", async (t) => {
  const w = world()
  await given(native(w, 'whatsapp.message.received', { forged: true }), w.received('Oi'))
  t.same(textsOf(await bodies({ of: { accountId: w.account_id } })), ['Oi'])
})

test('a time selects the right position however the clocks differ', async (t) => {
  const w = world()
  const at = (time: string, text: string): RecordedEvent => {
    const fact = w.received(text)
    return { ...fact, metadata: { ...fact.metadata, recorded_at: `2026-03-01T${time}Z` } }
  }
  await given(
    at('10:00:30.000', 'a'),
    at('10:02:00.500', 'ahead'),
    at('10:01:59.999', 'behind'),
    at('10:02:00.100', 'b'),
    at('10:05:00.000', 'c'),
  )
  const since = async (time: string, after = -1) =>
    textsOf(await bodies({ of: { accountId: w.account_id }, since: `2026-03-01T${time}Z`, after }))
  t.same(await since('10:00:30.000'), ['a', 'ahead', 'behind', 'b', 'c'])
  t.same(await since('10:00:30.001'), ['ahead', 'behind', 'b', 'c'])
  t.same(await since('10:01:59.999'), ['ahead', 'behind', 'b', 'c'])
  t.same(await since('10:02:00.100'), ['ahead', 'b', 'c'])
  t.same(await since('10:02:00.101'), ['ahead', 'c'])
  t.same(await since('10:04:00.000'), ['c'])
  t.same(await since('10:05:00.001'), [])
})

test('facts from before an event name was introduced become no event, even after a rebuild', async (t) => {
  const before = ANNOUNCED_SINCE['whatsapp.message.received']
  Object.assign(ANNOUNCED_SINCE, { 'whatsapp.message.received': '2026-02-01' })
  t.teardown(() => Object.assign(ANNOUNCED_SINCE, { 'whatsapp.message.received': before }))
  const [old, fresh] = [world('2026-01-31T23:59:59.999Z'), world('2026-02-01T00:00:00.000Z')]
  for (const w of [old, fresh]) {
    const id = randomUUID()
    await given(
      w.configured(),
      w.received('Oi'),
      w.requested(id),
      w.ofMessage('MessageSent', id, sent(`wamid.${id}`)),
      w.status(`wamid.${id}`, 'sent'),
    )
  }
  const told = async ({ connection_id }: typeof old) =>
    typesOf(await bodies({ of: { connectionIds: [connection_id] } }))
  t.same(await told(old), ['whatsapp.message.sent'])
  t.same(await told(fresh), ['whatsapp.message.received', 'whatsapp.message.sent'])
  t.equal((await deliveriesOf(projector, old)).length, 1)
  t.equal((await deliveriesOf(projector, fresh)).length, 2)
})
