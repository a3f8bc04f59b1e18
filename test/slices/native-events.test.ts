import { nativeKey, OPT_IN_EVENTS, STRUCTURED_EVENTS } from '@recado/contract/whatsapp-event-names'
import { GRAPH_EVENTS } from '@recado/infra/providers/graph-api/native-events'
import { WAHA_EVENTS } from '@recado/infra/providers/waha/native-events'
import { type Test, test } from 'tap'
import type { ApiClient } from '../kit/api-client.ts'
import { type Customer, startCustomer } from '../kit/customer.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { startWahaWorld } from '../kit/waha-world.ts'
import { startWorld } from '../kit/world.ts'
import { wahaEvent, wahaMessage } from '../translation/waha-event.ts'

type Failure = { error: { code: string; message: string } }
type Session = { name: string; config: { webhooks: { events: string[] }[] } }
type MetaPost = { entry: { changes: { field: string; value: object }[] }[] }

const official = GRAPH_EVENTS
const freemium = WAHA_EVENTS

/** The change with which Meta reports an event. */
function changeOf(event: string, about: string): Record<string, unknown> {
  if (event === 'messages') return { messages: [textFrom({ phone: '5531987654321' })] }
  if (event === 'statuses')
    return { statuses: [{ id: 'wamid.1', status: 'sent', timestamp: '1767225600' }] }
  return { field: event, about }
}

/** Name of the event in a raw delivery of a post of Meta. */
function officialName({ text }: { text: string }): string | undefined {
  const change = (JSON.parse(text) as MetaPost).entry[0]?.changes[0]
  return change && 'statuses' in change.value ? 'statuses' : change?.field
}

/** @returns a function that configures the webhook with a list of events */
function configuring(api: ApiClient, connection_id: string, { url }: Customer) {
  return (events: readonly string[]) =>
    api.put<Failure>('/webhooks', { connection_id, url, events })
}

test('on an official connection every accepted native event is delivered', async (t) => {
  const world = await startWorld()
  t.teardown(() => world.stop())
  const { connection, customer } = world
  const put = configuring(world.api(), connection.id, customer)
  for (const name of official)
    t.ok((await put([name.toUpperCase().replaceAll('_', '.')])).status < 300, name)
  t.equal((await put(official)).status, 200)
  for (const name of official) await metaSays(world, changeOf(name, `news of ${name}`))
  await eventually(() => customer.arrivals.length >= official.length)
  t.same(customer.arrivals.map(officialName).sort(), [...official].sort())
  for (const { text } of customer.arrivals)
    t.match(JSON.parse(text), { object: 'whatsapp_business_account', entry: [{ changes: [{}] }] })

  for (let n = 0; n < 30; n++) await metaSays(world, { field: `made_up_${n}` })
  const found = async (query: string) => {
    type Page = { pagination: { total: number } }
    return (await world.api().get<Page>(`/webhook-events?${query}`)).body.pagination.total
  }
  await eventually(async () => (await found('event=made_up_29')) === 1)
  t.equal(await found('event=made_up_7&source=official'), 1)
  t.equal(await found('event=made_up_7&source=freemium'), 0)
  t.equal(await found('event=calls'), 1)
  const { rows } = await world
    .product()
    .deps.pool.query('select count(*)::int as n from list_blocks where lvl = 63 and list like $1', [
      `raw_events.account:${world.tenant.id}:%`,
    ])
  t.equal(rows[0].n, official.length + 1, 'unknown names have no list of their own')

  for (const name of [...freemium, 'message', 'nonsense', 'whatsapp.message.eaten']) {
    const { status, body } = await put([...official, name])
    t.match({ status, code: body.error.code }, { status: 422, code: 'validation' }, name)
    t.same(
      unnamed(body.error.message, official),
      [],
      `${name}: the error lists every accepted name`,
    )
  }
})

test('on a freemium connection every accepted native event is requested from the gateway and delivered', async (t) => {
  const world = await startWahaWorld()
  t.teardown(() => world.stop())
  const customer = await startCustomer()
  t.teardown(() => customer.stop())
  const id = await world.register('conn_native')
  await world.shows(id, 'connected')
  const [session] = await world.sim<Session[]>('GET', '/sessions')
  t.same(session?.config.webhooks[0]?.events, freemium, 'the session sends the accepted events')

  const put = configuring(world.api, id, customer)
  for (const name of freemium)
    t.ok((await put([name.toUpperCase().replaceAll('.', '_')])).status < 300, name)
  t.equal((await put(freemium)).status, 200)
  const said = freemium.map((event) => wahaEvent(event, { id: `unread ${event}` }))
  for (const event of said) {
    const body = JSON.stringify(event)
    const path = '/sessions/conn_native/webhooks'
    const posted = await world.sim<{ last_status: number }>('POST', path, { body })
    t.equal(posted.last_status, 200, body)
  }
  await eventually(() => customer.arrivals.length >= said.length)
  const byId = (one: object, other: object) =>
    JSON.stringify(one) < JSON.stringify(other) ? -1 : 1
  t.same(customer.arrivals.map(({ text }) => JSON.parse(text)).sort(byId), [...said].sort(byId))

  await messageBrings(t, { world, id, customer, put })

  const others = ['message.waiting', 'state.change', 'group.v2.join', 'messages']
  for (const name of [...others, ...official.filter((event) => !isFreemium(event))]) {
    const { status, body } = await put([...freemium, name])
    t.match({ status, code: body.error.code }, { status: 422, code: 'validation' }, name)
    t.same(
      unnamed(body.error.message, freemium),
      [],
      `${name}: the error lists every accepted name`,
    )
  }
})

type Freemium = {
  readonly world: Awaited<ReturnType<typeof startWahaWorld>>
  readonly id: string
  readonly customer: Customer
  readonly put: ReturnType<typeof configuring>
}

/** `message` is WAHA's own name for what the business has not written. */
async function messageBrings(t: Test, { world, id, customer, put }: Freemium): Promise<void> {
  const echo = { id: 'true_5531987654321@c.us_3EB0EC', fromMe: true, to: '5531987654321@c.us' }
  const said = (n: number) => [
    wahaEvent('message.any', wahaMessage('Oi', { id: `false_5531987654321@c.us_3EB0A${n}` })),
    wahaEvent('message.any', wahaMessage('Olá', { ...echo, id: `${echo.id}${n}` })),
  ]
  const begin = customer.arrivals.length
  const expected: object[] = []
  for (const [n, events] of [['message'], ['message', 'message.any'], ['MESSAGE']].entries()) {
    t.ok((await put(events)).status < 300, events.join())
    const [inbound = {}, echoed = {}] = said(n)
    for (const event of [inbound, echoed]) {
      const body = JSON.stringify(event)
      await world.sim('POST', '/sessions/conn_native/webhooks', { body })
    }
    expected.push(inbound, ...(n === 1 ? [echoed] : []))
    await eventually(() => customer.arrivals.length >= begin + expected.length)
  }
  const arrived = customer.arrivals.slice(begin).map(({ text }) => JSON.parse(text))
  t.same(arrived, expected, 'once per raw event, unchanged')
  const pulled = async (events: string) => {
    const { body } = await world.api.get<{ data: object[] }>(`/events?events=${events}&limit=100`)
    return body.data.map((event) => String((event as { payload?: { id: string } }).payload?.id))
  }
  const inbound = (await pulled('message')).filter((of) => of.includes('3EB0A'))
  t.same(inbound.length, 3)
  t.notOk((await pulled('message')).some((of) => of.startsWith('true_')))
  const echoes = async () => (await pulled('message.any')).filter((of) => of.startsWith('true_'))
  // The last one was delivered to nobody who could be waited for.
  await eventually(async () => (await echoes()).length === 3)
  const test = { connection_id: id, event: 'message' }
  t.ok((await world.api.post('/webhooks/test', test)).status < 300)
}

function isFreemium(event: string): boolean {
  return freemium.some((name) => nativeKey(name) === nativeKey(event))
}

/** The accepted names that a message leaves out. */
function unnamed(message: string, native: readonly string[]): string[] {
  return [...STRUCTURED_EVENTS, ...OPT_IN_EVENTS, ...native].filter(
    (name) => !message.includes(name),
  )
}
