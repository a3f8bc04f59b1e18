import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKeptSessions } from '@recado/simulators/waha/kept-sessions'
import type { WahaSimulatorOptions } from '@recado/simulators/waha/simulator'
import { buildWahaSimulator } from '@recado/simulators/waha/waha-simulator'
import { type Test, test } from 'tap'
import { eventually } from '../kit/eventually.ts'

type Event = { id: string; event: string; payload: Record<string, unknown>; me: { id: string } }
type Post = { headers: Record<string, string>; body: string; event: Event }

async function simulation(t: Test, options: WahaSimulatorOptions = {}) {
  const posts: Post[] = []
  const answers: number[] = []
  const hook = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    posts.push({
      headers: request.headers as Record<string, string>,
      body,
      event: JSON.parse(body),
    })
    response.writeHead(answers.shift() ?? 200).end()
  })
  await new Promise<void>((listening) => hook.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`
  const behaviour = { ack_delay_ms: 5, step_ms: 1, pairing_ms: 5, hook_retry_ms: 5 }
  const app = buildWahaSimulator({ ...options, behaviour: { ...behaviour, ...options.behaviour } })
  t.teardown(async () => {
    await app.close()
    hook.closeAllConnections()
    hook.close()
  })
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, payload?: object) => {
    const answer = await app.inject({ method, url: path, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }
  const events = (name: string) => posts.filter(({ event }) => event.event === name)
  const config = {
    metadata: { connection_id: 'c1' },
    webhooks: [
      { url, hmac: { key: 'k' }, events: ['session.status', 'message.any', 'message.ack'] },
    ],
  }
  const working = async () => {
    await call('POST', '/api/sessions', { name: 's1', start: true, config })
    await eventually(() => events('session.status').length >= 3)
  }
  const send = (text: string, chatId = '553187654321@c.us') =>
    call('POST', '/api/sendText', { session: 's1', chatId, text })
  return { call, posts, answers, events, config, working, send }
}

test('a session starts, shows a code, is paired, and posts signed events about it', async (t) => {
  const { call, posts, working } = await simulation(t)
  await working()
  // The posts are under way at the same time, so any may arrive first.
  const payloads = posts.map(({ event }) => event.payload)
  t.equal(payloads.length, 3)
  for (const told of [
    { status: 'STARTING' },
    { status: 'SCAN_QR_CODE', qr: { value: /^2@/ } },
    { status: 'WORKING' },
  ])
    t.match(
      payloads.find(({ status }) => status === told.status),
      told,
    )
  for (const { headers, body, event } of posts) {
    const signature = createHmac('sha512', 'k').update(body).digest('hex')
    t.equal(headers['x-webhook-hmac'], signature)
    t.match(headers['x-webhook-timestamp'], /^\d{13}$/)
    t.match(event, { id: /^evt_/, metadata: { connection_id: 'c1' } })
  }
  t.match((await call('GET', '/api/sessions/s1')).body, {
    status: 'WORKING',
    me: { id: /^\d+@c.us$/ },
  })
  t.equal((await call('POST', '/api/sessions', { name: 's1' })).status, 422)
})

test('a text is echoed and acknowledged; a text to an unknown form of a number is never acknowledged', async (t) => {
  const { working, send, events } = await simulation(t)
  await working()
  t.equal((await send('lost', '5531987654321@c.us')).status, 201)
  t.equal((await send('Oi')).status, 201)
  await eventually(() => events('message.ack').length === 2)
  t.same(
    new Set(events('message.ack').map(({ event }) => event.payload.ack)),
    new Set([2, 3]),
    'GOWS reports the server ack only in the echo',
  )
  await eventually(() => events('message.any').length === 2)
  const echoed = (text: string) =>
    events('message.any').find(({ event }) => event.payload.body === text)?.event.payload
  t.match(echoed('lost'), { ack: 1 })
  t.match(echoed('Oi'), { fromMe: true, source: 'api', ack: 1 })
})

test('other engines report every ack by itself; WEBJS reports none unless told to', async (t) => {
  const { call, working, send, events, config } = await simulation(t, {
    behaviour: { engine: 'NOWEB' },
  })
  await working()
  await send('Oi')
  await eventually(() => events('message.ack').length === 3)
  t.match((await eventually(() => events('message.any')[0])).event.payload, { ack: 0 })
  await call('PATCH', '/_sim/behaviour', { engine: 'WEBJS' })
  await send('Oi')
  await eventually(() => events('message.any').length === 2)
  await call('PUT', '/api/sessions/s1', { config: { ...config, webjs: { tagsEventsOn: true } } })
  await eventually(async () => (await call('GET', '/api/sessions/s1')).body.status === 'WORKING')
  await send('Olá')
  await eventually(() => events('message.ack').length === 6)
})

test("the engine's own part of a message event has that engine's format", async (t) => {
  const { call, working, events } = await simulation(t)
  await working()
  for (const engine of ['GOWS', 'NOWEB', 'WEBJS']) {
    await call('PATCH', '/_sim/behaviour', { engine })
    await call('POST', '/_sim/users/5531987654321/messages', { session: 's1', text: engine })
  }
  await eventually(() => events('message.any').length === 3)
  const told = new Map(
    events('message.any').map(({ event: { payload } }) => [payload.body, payload._data]),
  )
  t.match(told.get('GOWS'), { Info: { Chat: '553187654321@s.whatsapp.net', PushName: 'Ana Reis' } })
  t.match(told.get('NOWEB'), { key: { fromMe: false }, pushName: 'Ana Reis' })
  t.match(told.get('WEBJS'), { notifyName: 'Ana Reis' })
})

test('a plain simulator answers but posts no messages', async (t) => {
  const { call, events, working, send, posts } = await simulation(t, { plain: true })
  await working()
  t.equal((await send('Oi')).status, 201)
  // The ack of the next message comes later than any post about this one.
  await call('PATCH', '/_sim/behaviour', { acks: [2], ack_delay_ms: 50 })
  await send('Marker')
  await eventually(() => events('message.ack').length > 0)
  t.equal(posts.length, 4, 'only session statuses and the marker')
})

test('acks can be duplicated, reordered or omitted', async (t) => {
  const { call, working, send, events } = await simulation(t, {
    behaviour: { echo: false, engine: 'NOWEB' },
  })
  await working()
  await call('PATCH', '/_sim/behaviour', { ack_duplication: 1, ack_disorder: true })
  await send('Oi')
  await eventually(() => events('message.ack').length === 6)
  t.same(
    events('message.ack')
      .map(({ event }) => event.payload.ack as number)
      .sort(),
    [1, 1, 2, 2, 3, 3],
  )
  t.equal((await call('PATCH', '/_sim/behaviour', { nonsense: 1 })).status, 400)
})

test('a failed POST to the hook is repeated unchanged', async (t) => {
  const { working, answers, posts } = await simulation(t)
  answers.push(500)
  await working()
  await eventually(() => posts.length === 4)
  const [first] = posts
  const again = posts.slice(1).find(({ event }) => event.id === first?.event.id)
  t.equal(again?.body, first?.body)
  t.equal(again?.headers['x-webhook-timestamp'], first?.headers['x-webhook-timestamp'])
})

test('with an API key requests without the key are refused', async (t) => {
  const { call, send } = await simulation(t, { apiKey: 'secret' })
  t.equal((await call('GET', '/api/sessions')).status, 401)
  t.equal((await call('GET', '/_sim/sessions')).status, 200)
  t.equal((await send('Oi')).status, 401)
})

test('a paired phone stays paired when the simulator restarts', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'waha-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'sessions.json')
  const faults: string[] = []
  const tell = (text: string) => void faults.push(text)
  const first = await openKeptSessions(file, undefined, tell)
  t.same(first.sessions, [])
  const { working, config } = await simulation(t, { onSessions: first.keep })
  await working()
  await first.close()
  const second = await openKeptSessions(file, 'http://127.0.0.1:9', tell)
  t.match(second.sessions, [
    {
      name: 's1',
      status: 'WORKING',
      config: { ...config, webhooks: [{ url: 'http://127.0.0.1:9/hook' }] },
    },
  ])
  t.same(faults, [])
  const nowhere = await openKeptSessions(join(folder, 'gone', 'sessions.json'), undefined, tell)
  nowhere.keep(second.sessions)
  await nowhere.close()
  t.match(faults, [/cannot keep the sessions: Error: ENOENT/])
})

test('an ack can be requested for a message id', async (t) => {
  const { call, events, working } = await simulation(t, { behaviour: { acks: [] } })
  await working()
  const ack = { id: '3EB0AA', to: '+55 31 98765-4321', ack: 3 }
  t.equal((await call('POST', '/_sim/sessions/s1/acks', ack)).status, 200)
  await eventually(() => events('message.ack').length === 1)
  t.match(events('message.ack')[0]?.event.payload, {
    id: 'true_553187654321@c.us_3EB0AA',
    from: '553187654321@c.us',
    fromMe: true,
    ack: 3,
  })
})

test('a session that was starting when the gateway stopped is started when it restarts', async (t) => {
  const begun = { name: 's1', phone: '5521970000000', config: {} }
  const { call } = await simulation(t, { sessions: [{ ...begun, status: 'STARTING' }] })
  await eventually(async () => {
    const { body } = await call('GET', '/api/sessions/s1')
    return body.status === 'WORKING'
  })
  t.pass('it works')
})
