import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { startSecondGateway, startWahaWorld, type WahaSim } from '../kit/waha-world.ts'
import { wahaEvent, wahaMessage } from '../translation/waha-event.ts'

type Gateway = { id: string | null; address: string; max_sessions: number; sessions: number } & {
  former_sessions: number
  answers: boolean
}
type Failure = { error: { message: string } }
type Made = { data: { id: string; status: string; gateway_id: string | null } }
type Page<T> = { data: T[] }
type Message = { text: string; status: string; provider_message_id: string | null }

const ANA = '5531987654321'

test('several gateways', async (t) => {
  const world = await startWahaWorld(
    { behaviour: { pairing_ms: null } },
    { settings: { WAHA_MAX_SESSIONS: '2' }, emptyServers: true },
  )
  t.teardown(() => world.stop())
  const second = await startSecondGateway({ behaviour: { pairing_ms: null } })
  t.teardown(() => second.close())
  const { api, tenant } = world
  const { operator } = world.product
  const gateways = async () => (await operator.get<Page<Gateway>>('/gateways')).body.data
  const add = (session: string, more: object = {}) =>
    operator.post<Made & Failure>(`/accounts/${tenant.id}/connections`, {
      ...{ type: 'freemium', session, ...more },
    })
  const sessionsAt = async (sim: WahaSim) =>
    (await sim<{ name: string }[]>('GET', '/sessions')).map(({ name }) => name).sort()
  const textsAt = async (sim: WahaSim) =>
    (await sim<{ text: string }[]>('GET', '/messages')).map(({ text }) => text)
  const messages = async (id: string) =>
    (await api.get<Page<Message>>(`/messages?connection_id=${id}`)).body.data
  const send = (id: string, text: string, phone = ANA) =>
    api.post<{ data: { accepted: boolean } } & Failure>('/messages/text', {
      ...{ connection_id: id, recipient: { phone }, text },
    })

  const first = await world.register('conn_b')

  await t.test('a session is created as soon as the gateway is reachable', async (t) => {
    await world.shows(first, 'connecting')
    await world.sim('POST', '/sessions/conn_b/pair', { phone: '5521977776666' })
    t.match(await world.shows(first, 'connected'), { phone_number_digits: '5521977776666' })
  })

  const asked = { address: second.url, api_key: second.apiKey, max_sessions: 4 }
  const registered = await operator.post<{ data: Gateway }>('/gateways', asked)
  const secondId = registered.body.data.id ?? ''

  await t.test('one is registered once, and its key is shown nowhere', async (t) => {
    t.match(registered, { status: 201, body: { data: { address: second.url, sessions: 0 } } })
    const again = await operator.post('/gateways', { ...asked, address: `${second.url}/` })
    t.match(again, { status: 200, body: { data: { id: secondId } } })
    const [{ address = '' } = {}] = await gateways()
    const own = await operator.post('/gateways', { ...asked, address })
    t.match(own, { status: 200, body: { data: { id: null, max_sessions: 2 } } })
    t.match(await gateways(), [
      { id: null, sessions: 1, max_sessions: 2, answers: true },
      { id: secondId, sessions: 0, max_sessions: 4, answers: true },
    ])
    const facts: string[] = []
    for await (const fact of world.product.deps.store.readStream(`gateway-${secondId}`))
      facts.push(JSON.stringify(fact, (_, value) => (typeof value === 'bigint' ? null : value)))
    t.notMatch([...facts, JSON.stringify(await gateways())].join(), /second-key/)
    for (const wrong of ['waha', 'ftp://waha', 'http://user:key@waha', 'http://waha/?key=1'])
      t.equal((await operator.post('/gateways', { ...asked, address: wrong })).status, 422, wrong)
  })

  const ids = new Map<string, Made['data']>()
  await t.test('registrations at once fill all gateways, and overfill none', async (t) => {
    const names = Array.from({ length: 8 }, (_, n) => `conn_${n}`)
    const made = await Promise.all(names.map((name) => add(name)))
    for (const [n, { status, body }] of made.entries())
      if (status === 201) ids.set(names[n] ?? '', body.data)
    t.equal(ids.size, 5)
    const refused = made.filter(({ status }) => status === 422)
    t.match(refused[0]?.body.error.message, /no gateway has room .* POST \/operator\/v1\/gateways/)
    t.equal(refused.length, 3)
    t.match(await gateways(), [{ sessions: 2 }, { sessions: 4 }])
    const there = [...ids].filter(([, { gateway_id }]) => gateway_id === secondId)
    await eventually(async () => (await sessionsAt(second.sim)).length === 4)
    t.same(await sessionsAt(second.sim), there.map(([name]) => name).sort())
    await eventually(async () => (await sessionsAt(world.sim)).length === 2)
  })

  await t.test('a gateway that is asked for must exist and have room', async (t) => {
    const full = await add('conn_full', { gateway_id: secondId })
    t.match(full.body.error.message, /no room \(4 of 4 sessions\)/)
    const unknown = await add('conn_none', { gateway_id: tenant.id })
    t.match(unknown.body.error.message, /no such gateway/)
    t.equal((await operator.patch(`/gateways/${tenant.id}`, { max_sessions: 1 })).status, 404)
    const more = await operator.patch(`/gateways/${secondId}`, { max_sessions: 6 })
    t.match(more, { status: 200, body: { data: { max_sessions: 6, sessions: 4 } } })
    const asked = await add('conn_asked', { gateway_id: secondId })
    t.match(asked, { status: 201, body: { data: { gateway_id: secondId } } })
    t.match((await add('conn_full')).body.data, { gateway_id: secondId })
  })

  const atSecond = [...ids].find(([, { gateway_id }]) => gateway_id === secondId)
  const [session = '', { id: other = '' } = {}] = atSecond ?? []

  await t.test('a frozen gateway takes nothing from another', async (t) => {
    await second.sim('POST', `/sessions/${session}/pair`, { phone: '5521966665555' })
    await world.shows(other, 'connected')
    t.equal((await send(other, 'before')).status, 202)
    await second.sim('PATCH', '/behaviour', { latency_ms: 60_000 })
    const frozen = send(other, 'frozen')
    const { providers, registry } = world.product.deps
    const freemium = providers.get('freemium')
    const [here, there] = [registry.connection(first), registry.connection(other)]
    if (here === undefined || there === undefined) throw new Error('the numbers are registered')
    const waiting = Array.from({ length: 30 }, () => freemium?.pairing?.act(there, 'start'))
    waiting.push(...Array.from({ length: 80 }, () => freemium?.readNumber?.(there, '') as never))
    for (const text of ['one', 'two', 'three'])
      t.match(await send(first, text), { status: 202, body: { data: { accepted: true } } })
    t.same(await textsAt(world.sim), ['one', 'two', 'three'])
    t.match(await freemium?.pairing?.read(here), { reason: 'paired' })
    t.match(await freemium?.pairing?.act(here, 'start'), { kind: 'ok' })
    t.same(await textsAt(second.sim), ['before'])
    await second.sim('PATCH', '/behaviour', { latency_ms: 0 })
    await Promise.all(waiting)
    t.equal((await frozen).status, 202)
    await eventually(async () => (await textsAt(second.sim)).length === 2)
    t.same(await textsAt(second.sim), ['before', 'frozen'])
  })

  await t.test('a number that moves keeps what waits, and sends it once', async (t) => {
    await world.sim('POST', '/faults', { kind: 'http', status: 429, count: 50, to: ANA })
    const waiting = await send(first, 'waits')
    t.match(waiting, { status: 202, body: { data: { accepted: false } } })
    const move = (gateway_id: string | null) =>
      operator.post<Made & Failure>(`/connections/${first}/move`, { gateway_id })
    t.match((await move(secondId)).body.error.message, /no room/)
    await operator.patch(`/gateways/${secondId}`, { max_sessions: 7 })
    const moved = await move(secondId)
    t.match(moved, { status: 200, body: { data: { status: 'pending', gateway_id: secondId } } })
    t.match(await move(secondId), { status: 200 }, 'a repeated call changes nothing')
    t.equal((await send(first, 'too early')).status, 422)
    await eventually(async () => (await sessionsAt(second.sim)).includes('conn_b'))
    await eventually(async () => !(await sessionsAt(world.sim)).includes('conn_b'))
    await eventually(async () => (await gateways())[0]?.former_sessions === 0)
    await world.shows(first, 'connecting')

    // What the former session still has to say comes late, to the same address.
    const metadata = { connection_id: first, account_id: tenant.id }
    const late = (event: string, payload: Record<string, unknown>) =>
      second.sim('POST', '/sessions/conn_b/webhooks', {
        body: JSON.stringify(wahaEvent(event, payload, { session: 'conn_b', metadata })),
      })
    await late('session.status', { name: 'conn_b', status: 'WORKING' })
    const wrote = { id: `false_${ANA}@c.us_3EB0LATE`, from: `${ANA}@c.us` }
    await late('message.any', wahaMessage('still to the first', wrote))
    await eventually(async () =>
      (await messages(first)).find(({ text }) => text === 'still to the first'),
    )
    await world.shows(first, 'connecting')

    await second.sim('POST', '/sessions/conn_b/pair', { phone: '5521977776666' })
    await world.shows(first, 'connected')
    await eventually(async () => (await textsAt(second.sim)).includes('waits'))
    const sent = await eventually(async () =>
      (await messages(first)).find(({ text, status }) => text === 'waits' && status === 'read'),
    )
    t.match(sent.provider_message_id, /^3EB0/)
    t.same(
      (await textsAt(world.sim)).filter((text) => text === 'waits'),
      [],
    )
    t.same(
      (await textsAt(second.sim)).filter((text) => text === 'waits'),
      ['waits'],
    )
    t.match(await send(first, 'after'), { status: 202, body: { data: { accepted: true } } })
  })

  await t.test('one is emptied and then removed; a released number needs none', async (t) => {
    const third = await operator.post<{ data: Gateway }>('/gateways', {
      ...{ address: 'http://127.0.0.1:9', max_sessions: 1 },
    })
    const path = `/gateways/${third.body.data.id}`
    t.match(
      (await operator.delete<Failure>(`/gateways/${secondId}`)).body.error.message,
      /move them/,
    )
    t.equal((await operator.delete(path)).status, 200)
    t.equal((await operator.delete(path)).status, 200, 'a repeated call changes nothing')
    t.equal((await operator.patch(path, { max_sessions: 2 })).status, 404)
    t.match(await gateways(), [{ id: null }, { id: secondId }])
    t.equal((await operator.post(`/connections/${first}/release`)).status, 200)
    t.match(
      (await operator.post<Failure>(`/connections/${first}/move`, { gateway_id: null })).status,
      422,
    )
  })
})
