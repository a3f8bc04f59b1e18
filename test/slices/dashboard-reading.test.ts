import { randomUUID } from 'node:crypto'
import { buildApp as buildCommandApp } from '@recado/command-api/app'
import type { Translation } from '@recado/contract/dashboard/translation'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { buildApp } from '@recado/query-api/app'
import { t as file, test } from 'tap'
import { browser, PASSWORD, signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { recorded } from '../kit/projecting.ts'
import { sendMessage } from '../kit/sent.ts'
import { openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Listed = { data: { id: number; event: string }[] }
type Answer = { data: Translation }

const world = await startWorld({
  // No automatic statuses: only the events that the test causes arrive.
  behaviour: { statuses: [] },
})
file.teardown(() => world.stop())
const product = world.product()

const email = `${randomUUID()}@loja.example`
const viewer = await signedIn(product, world.tenant.id, email, 'viewer')

/** Lets a user write, and waits for the message. @returns the id of the raw event */
async function written(text: string): Promise<number> {
  const wamid = await world.userWrites('5531987654321', text)
  await eventually(async () => {
    const { body } = await world.api().get<{ data: object[] }>(`/messages?limit=50`)
    return JSON.stringify(body).includes(wamid)
  })
  const { body } = await viewer.get<Listed>('/webhook-events?event=messages&limit=1')
  return body.data[0]?.id ?? 0
}

/** The same viewer at an API whose log reads differently from what was recorded. */
async function whereLogSays(change: (event: RecordedEvent) => RecordedEvent) {
  const { store } = product.deps
  async function* changed(events: AsyncIterable<RecordedEvent>) {
    for await (const event of events) yield change(event)
  }
  const other: EventStore = {
    ...store,
    readStream: (stream, from) => changed(store.readStream(stream, from)),
    readAll: (options) => changed(store.readAll(options)),
  }
  const queryApp = await buildApp({ ...product.deps, store: other })
  file.teardown(() => queryApp.close())
  const page = browser({ commandApp: product.commandApp, queryApp })
  await page.post('/session', { email, password: PASSWORD })
  return page
}

const translated = (page: typeof viewer, id: number | string, query = '') =>
  page.get<Answer>(`/raw-events/${id}/translation${query}`)

test('a raw event is shown with its translation of today and the facts recorded from it', async (t) => {
  const id = await written('Oi, tudo bem?')
  const { status, body } = await translated(viewer, id)
  t.equal(status, 200)
  const { data } = body
  t.match(data, { signature_valid: true, signature_reason: null, differences: [], is_cut: false })
  t.match(data.raw, { id, source: 'official', event: 'messages' })
  t.match(data.raw.body, /Oi, tudo bem\?/)
  t.match(data.intents, [{ index: 0, kind: 'received', data: { message: { text: /Oi/ } } }])
  const types = data.recorded.map(({ type }) => type)
  for (const type of ['IdentityClaimed', 'ContactCreated', 'ConversationOpened', 'MessageReceived'])
    t.ok(types.includes(type), type)
  t.ok(data.recorded.every(({ intent }) => intent === 0))
})

test('a fact that was recorded differently or not at all is reported', async (t) => {
  const id = await written('O preço é 10')
  const other = await whereLogSays((event) => {
    if (event.type !== 'MessageReceived') return event
    return JSON.parse(
      JSON.stringify(event, (_, value) =>
        typeof value === 'bigint' ? `${value}n` : value,
      ).replaceAll('O preço é 10', 'O preço é 99'),
      (_, value) => (/^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value),
    )
  })
  const { data } = (await translated(other, id)).body
  const fact = data.recorded.find(({ type }) => type === 'MessageReceived')
  t.match(data.differences, [
    { verdict: 'difference', what: 'fact_changed', intent: 0, event_id: fact?.event_id },
  ])
  t.equal(data.differences.length, 1)
  t.match(data.differences[0]?.detail, /text/)
  t.equal(data.signature_valid, true, 'the bytes are the same')
})

test('a wrong signature is invalid, and a missing one is reported as not provable', async (t) => {
  const id = await written('Assinado')
  const asRaw = (change: object) => (event: RecordedEvent) =>
    event.type === 'ProviderEventReceived'
      ? ({ ...event, data: { ...event.data, ...change } } as RecordedEvent)
      : event
  const forged = await whereLogSays(asRaw({ signature: `sha256=${'0'.repeat(64)}` }))
  t.match((await translated(forged, id)).body.data, {
    signature_valid: false,
    signature_reason: 'signature_wrong',
    differences: [{ what: 'signature_wrong', intent: null }],
  })
  const unsigned = await whereLogSays(asRaw({ signature: null }))
  t.match((await translated(unsigned, id)).body.data, {
    signature_valid: null,
    signature_reason: 'not_signed',
    differences: [{ verdict: 'unprovable' }],
  })
})

test('a long post is cut unless the whole is requested', async (t) => {
  const text = 'longo '.repeat(600)
  const id = await written(text)
  const cut = (await translated(viewer, id)).body.data
  t.equal(cut.is_cut, false, 'a short POST is not cut')
  const longer = await world.userWrites('5531987654321', 'x', {
    type: 'unknown',
    unknown: { blob: 'y'.repeat(60_000) },
  })
  await eventually(async () =>
    JSON.stringify((await world.api().get('/messages?limit=1')).body).includes(longer),
  )
  const [raw] = (await viewer.get<Listed>('/webhook-events?limit=1')).body.data
  const short = (await translated(viewer, raw?.id ?? 0)).body.data
  t.equal(short.is_cut, true)
  t.ok((short.raw.body?.length ?? 0) < 30_000)
  t.ok((short.raw.body_length ?? 0) > 60_000)
  const whole = (await translated(viewer, raw?.id ?? 0, '?whole=true')).body.data
  t.equal(whole.is_cut, false)
  t.equal(whole.raw.body?.length, whole.raw.body_length ?? 0)
})

test('raw events are found by both their ids, and messages by the request that made them', async (t) => {
  type Hits = { data: { kind: string; id: string; href: string }[] }
  const find = async (page: typeof viewer, q: string) =>
    (await page.get<Hits>(`/find?q=${encodeURIComponent(q)}`)).body.data
  const id = await written('Procurado')
  const { event_id } = (await translated(viewer, id)).body.data.raw
  const href = `/dashboard/raw/${id}`
  t.match(await find(viewer, event_id), [{ kind: 'raw_event', href }])
  t.ok((await find(viewer, String(id))).some((hit) => hit.href === href))

  const body = { connection_id: world.connection.id, to: '5531987654321', text: 'Achado' }
  const sent = await sendMessage(world.api(), body)
  const { request, conversation_id, provider_message_id: wamid } = sent
  t.match(await find(viewer, request), [{ kind: 'message' }])
  const [conversation] = await find(viewer, conversation_id)
  t.match(conversation, { href: `/dashboard/conversations/${conversation_id}` })

  const other = await openTenant(product)
  const stranger = await signedIn(product, other.id, `${randomUUID()}@loja.example`)
  t.match(await find(viewer, wamid), [{ kind: 'message' }])
  const told = await eventually(async () => {
    const { data } = (await world.api().get<{ data: { id: string }[] }>('/events')).body
    return data.find((event) => JSON.stringify(event).includes('Procurado'))?.id
  })
  t.match(await find(viewer, told), [{ kind: 'message', title: 'Procurado' }])
  for (const q of [request, event_id, String(id), wamid, told]) t.same(await find(stranger, q), [])
})

test('people are found by the beginnings of their names, and messages by those of their words', async (t) => {
  type Hit = Record<'kind' | 'id' | 'title' | 'href', string> & {
    contact_name: string | null
    created_at: string | null
  }
  const find = async (page: typeof viewer, q: string) =>
    (await page.get<{ data: Hit[] }>(`/find?q=${encodeURIComponent(q)}`)).body.data
  await world.api().post('/contacts', { phone: '5531987654321', name: 'Antônia Prado' })
  await written('O orçamento já chegou?')
  await written(`${'Bom dia. '.repeat(20)}Segue o ORCAMENTO revisado`)
  t.match(await find(viewer, 'antonia PRA'), [
    { kind: 'contact', by: 'name', title: 'Antônia Prado' },
  ])
  const hits = await find(viewer, 'orçam')
  t.match(hits, [
    { kind: 'message', title: /^….*Segue o ORCAMENTO revisado$/, contact_name: 'Antônia Prado' },
    { kind: 'message', title: 'O orçamento já chegou?', created_at: /^20..-/ },
  ])
  t.equal(hits[0]?.href, `/dashboard/messages/${hits[0]?.id}`)
  t.equal((await find(viewer, 'chegou orcamento')).length, 1)
  t.same(await find(viewer, 'camento'), [])
  for (let n = 0; n < 21; n++) await world.userWrites('5531987654321', `Parafuso ${n}`)
  await eventually(async () => (await find(viewer, 'parafuso 20')).length === 1)
  const newest = (await find(viewer, 'parafuso')).map(({ title }) => title)
  t.same(
    newest,
    Array.from({ length: 20 }, (_, n) => `Parafuso ${20 - n}`),
  )

  const other = await openTenant(product)
  const stranger = await signedIn(product, other.id, `${randomUUID()}@loja.example`)
  for (const q of ['antonia', 'orcamento']) t.same(await find(stranger, q), [])
})

test("in the stream of a number that other accounts had, only the account's own facts are shown", async (t) => {
  const claims = async function* (stream: string, from = 0n) {
    for (let revision = from; revision <= 1_000n; revision++) {
      const account_id = revision === 1_000n ? world.tenant.id : randomUUID()
      yield recorded(stream, { type: 'NumberClaimed', data: {} }, { account_id, revision })
    }
  }
  const store = { ...product.deps.store, readStream: claims }
  const queryApp = await buildApp({ ...product.deps, store })
  t.teardown(() => queryApp.close())
  const page = browser({ commandApp: product.commandApp, queryApp })
  await page.post('/session', { email, password: PASSWORD })
  const first = await page.get('/streams/connectionNumber-1')
  t.same(first.body, { data: [], next_revision: 1_000 })
  const { body } = await page.get('/streams/connectionNumber-1?from=1000')
  t.match(body, { data: [{ type: 'NumberClaimed', revision: 1_000 }], next_revision: null })
  t.equal(
    (await page.get('/streams/connection-1')).status,
    404,
    'only streams that can change owners are readable',
  )
})

test('another account finds no such raw event, and without a session nothing is readable', async (t) => {
  const id = await written('Meu')
  const other = await openTenant(product)
  const stranger = await signedIn(product, other.id, `${randomUUID()}@loja.example`)
  const answer = await translated(stranger, id)
  t.equal(answer.status, 404)
  t.same(answer.body, (await translated(stranger, 999_999_999)).body)
  t.equal((await translated(viewer, 'x')).status, 404, 'an invalid id is not found')
  t.equal((await translated(browser(product), id)).status, 401)
})

test('with a simulated WhatsApp, the page can write as a person, report a status and cause a fault', async (t) => {
  const simulators = { graph: product.config.GRAPH_API_URL, waha: 'http://127.0.0.1:1' }
  const deps = { ...product.deps, simulators }
  const [commandApp, queryApp] = [await buildCommandApp(deps), await buildApp(deps)]
  t.teardown(() => Promise.all([commandApp.close(), queryApp.close()]))
  const simulated = { ...product, commandApp, queryApp }
  const address = () => `${randomUUID()}@loja.example`
  const developer = await signedIn(simulated, world.tenant.id, address(), 'developer')
  t.match((await developer.get('/session')).body, { data: { features: { simulators: true } } })
  const connection_id = world.connection.id
  type Done = { data: { message_id: string } }
  type Messages = { data: { message_id: string; status: string; direction: string }[] }
  const statusOf = async (id: string) => {
    const { body } = await developer.get<Messages>('/messages?limit=20')
    return body.data.find(({ message_id }) => message_id === id)?.status
  }

  const writing = { connection_id, phone: '+55 31 98765-4321', text: 'Do teste' }
  const wrote = await developer.post<Done>('/simulate/messages', writing)
  t.equal(wrote.status, 202)
  const { message_id } = wrote.body.data
  await eventually(
    async () => (await developer.get(`/trace/messages/${message_id}`)).status === 200,
  )

  const send = async (text: string) => {
    await developer.post('/messages', { connection_id, to: '5531987654321', text })
    const { body } = await developer.get<Messages>('/messages?direction=outbound&limit=1')
    return body.data[0]?.message_id ?? ''
  }
  const sent = await send('Vai')
  const told = await developer.post('/simulate/status', { message_id: sent, status: 'read' })
  t.equal(told.status, 202)
  await eventually(async () => (await statusOf(sent)) === 'read')
  const inbound = await developer.post('/simulate/status', { message_id, status: 'read' })
  t.equal(inbound.status, 422)

  const fault = { connection_id, kind: 'failed_status', code: 131_026 }
  t.equal((await developer.post('/simulate/fault', fault)).status, 202)
  const lost = await send('Não vai')
  await eventually(async () => (await statusOf(lost)) === 'failed')
  const bad = await developer.post('/simulate/fault', { connection_id, kind: 'error' })
  t.match(bad, { status: 422, body: { error: { message: /code/ } } })

  const reader = await signedIn(simulated, world.tenant.id, address(), 'viewer')
  t.equal((await reader.post('/simulate/messages', writing)).status, 403)
  const other = await openTenant(product)
  const stranger = await signedIn(simulated, other.id, address())
  t.equal((await stranger.post('/simulate/messages', writing)).status, 404)
  t.equal((await stranger.post('/simulate/fault', fault)).status, 404)
  const theirs = await stranger.post('/simulate/status', { message_id: sent, status: 'read' })
  t.equal(theirs.status, 404)
  const owner = await signedIn(product, world.tenant.id, address())
  t.equal((await owner.post('/simulate/messages', writing)).status, 404, 'nothing is simulated')
  t.match((await owner.get('/session')).body, { data: { features: { simulators: false } } })
})

test('a contact explains its stage, and the list of raw events has no payloads', async (t) => {
  await written('Quem sou eu')
  type Contacts = { data: { id: string }[] }
  const [contact] = (await world.api().get<Contacts>('/contacts?phone=5531987654321')).body.data
  const path = `/contacts/${contact?.id}/background`
  const { body } = await viewer.get(path)
  t.match(body, {
    data: { stage_by: 'rule', merged: [], connection_ids: [world.connection.id] },
  })
  type Stages = { data: { id: string }[] }
  const stage_id = (await world.api().get<Stages>('/stages')).body.data.at(-1)?.id
  await world.api().patch(`/contacts/${contact?.id}`, { stage_id })
  t.match((await viewer.get(path)).body, { data: { stage_by: 'hand' } })

  const list = await viewer.get<{ data: { size: number }[] }>('/raw-events?limit=2')
  t.equal(list.body.data.length, 2)
  t.notMatch(JSON.stringify(list.body), /payload/)
  t.ok(list.body.data.every(({ size }) => size > 100))

  const other = await openTenant(product)
  const stranger = await signedIn(product, other.id, `${randomUUID()}@loja.example`)
  t.equal((await stranger.get(path)).status, 404)
  t.match((await stranger.get('/raw-events')).body, { data: [] })
})

test('a template lists its variables, only to its own account', async (t) => {
  type Templates = { data: { id: string; name: string }[] }
  const ready = await eventually(async () => {
    const { body } = await viewer.get<Templates>('/templates')
    return body.data.find(({ name }) => name === 'order_ready')
  })
  const path = `/templates/${ready.id}/texts`
  const given = { is_named: false }
  t.match((await viewer.get(path)).body, {
    data: [
      {
        ...{ place: 'body', text: 'Olá {{1}}, seu pedido {{2}} está pronto.' },
        variables: [
          { name: '1', example: 'Ana', ...given },
          { name: '2', example: '991', ...given },
        ],
      },
    ],
  })
  const other = await openTenant(product)
  const stranger = await signedIn(product, other.id, `${randomUUID()}@loja.example`)
  t.equal((await stranger.get(path)).status, 404)
  t.equal((await browser(product).get(path)).status, 401)
})
