import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { chatLease } from '@recado/application/sending/chat-lease'
import { openPool } from '@recado/infra/postgres/pool'
import type { OutboundMessage } from '@recado/infra/providers/send-call'
import { prepareSend } from '@recado/infra/providers/waha/prepare-send'
import { connectWaha } from '@recado/infra/providers/waha/waha-client'
import type { Engine } from '@recado/simulators/waha/behaviour'
import { buildWahaSimulator } from '@recado/simulators/waha/waha-simulator'
import { type Test, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { sendOnce } from '../../kit/send-once.ts'
import { pairedNumber as connection, textMessage as text } from './sends.ts'

const database = await testDatabase('waha')
const pool = openPool(database.url)

type Seen = { url: string; body: string; headers: Record<string, string> }

/** Long enough for the simulator on a busy machine, and short for tests that wait for a time-out. */
const [PATIENT_MS, IMPATIENT_MS] = [60_000, 400]

async function gateway(t: Test, { apiKey = 'the-key', timeoutMs = PATIENT_MS } = {}) {
  const simulator = buildWahaSimulator({
    apiKey: 'the-key',
    plain: true,
    sessions: [{ name: 'conn_1', status: 'WORKING', phone: '5521933330001', config: {} }],
  })
  const baseUrl = await simulator.listen({ port: 0, host: '127.0.0.1' })
  const client = connectWaha({ baseUrl, apiKey: async () => apiKey, timeoutMs })
  t.teardown(async () => {
    await client.close()
    await simulator.close()
  })
  const sim = async <T>(method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, payload?: object) =>
    (await simulator.inject({ method, url: `/_sim${path}`, ...(payload && { payload }) })).json()
      .data as T
  const provider = prepareSend(client, chatLease(pool, 60_000))
  const another = prepareSend(client, chatLease(pool, 60_000))
  return {
    sim,
    send: (change: Partial<OutboundMessage> = {}) =>
      sendOnce(provider, connection, { ...text, ...change }),
    /** Sends through another process. */
    sendElsewhere: (change: Partial<OutboundMessage>) =>
      sendOnce(another, connection, { ...text, ...change }),
    seen: () => sim<Seen[]>('GET', '/requests'),
    sent: () => sim<{ id: string; chat_id: string; text: string }[]>('GET', '/messages'),
  }
}

test('the response of every engine gives the bare id of the message', async (t) => {
  const { send, sim, sent } = await gateway(t)
  for (const engine of ['WEBJS', 'NOWEB', 'GOWS'] satisfies Engine[]) {
    await sim('PATCH', '/behaviour', { engine })
    const outcome = await send()
    t.match(outcome, { outcome: 'accepted', wa_id: '553187654321' }, engine)
    const last = (await sent()).at(-1)
    if (outcome.outcome === 'accepted') t.equal(outcome.provider_message_id, last?.id, engine)
  }
})

test("a phone is looked up before the first message, and the gateway's form of it is used", async (t) => {
  const { send, seen, sent } = await gateway(t)
  await send()
  await send({ recipient: { ...text.recipient, wa_id: '553187654321' } })
  const urls = (await seen()).map(({ url }) => url.split('?')[0])
  t.same(urls, ['/api/contacts/check-exists', '/api/sendText', '/api/sendText'])
  t.ok((await seen()).every(({ headers }) => headers['x-api-key'] === 'the-key'))
  t.match(await sent(), [{ chat_id: '553187654321@c.us' }, { chat_id: '553187654321@c.us' }])
})

test('a number that is not on WhatsApp is refused and nothing is sent', async (t) => {
  const { send, sim, sent } = await gateway(t)
  await sim('PUT', '/users/5531987654321', { on_whatsapp: false })
  const error = { class: 'undeliverable', code: 'not_on_whatsapp' }
  t.match(await send(), { outcome: 'refused', error })
  t.same(await sent(), [])
})

test('a contact with a hidden id is answered there, and its phone is learned', async (t) => {
  const { send, sim, sent } = await gateway(t)
  const lid = async (hide: object) => {
    const writing = { session: 'conn_1', text: 'Oi', ...hide }
    const { chat_id } = await sim<{ chat_id: string }>(
      'POST',
      '/users/5531987654321/messages',
      writing,
    )
    return chat_id.replace('@lid', '')
  }
  const nobody = { phone: null, business_scoped_user_id: null, wa_id: null }
  const hidden = await lid({ hide_phone: true })
  t.match(await send({ recipient: { ...nobody, lid: hidden } }), {
    outcome: 'accepted',
    wa_id: null,
  })
  t.equal(await lid({ lid: true }), hidden)
  t.match(await send({ recipient: { ...nobody, lid: hidden } }), {
    outcome: 'accepted',
    wa_id: '553187654321',
  })
  t.same(
    (await sent()).map(({ chat_id }) => chat_id),
    [`${hidden}@lid`, `${hidden}@lid`],
  )
  t.match(await send({ recipient: nobody }), { outcome: 'refused' })
})

test('a reply has the whole id of the message it answers', async (t) => {
  const { send, seen } = await gateway(t)
  await send({ reply_to_message_id: '3EB0AA' })
  await send({ reply_to_message_id: 'true_553187654321@c.us_3EB0AB' })
  await send({ reply_to_message_id: '3EB0AC', reply_to_own: true })
  const replies = (await seen())
    .filter(({ url }) => url === '/api/sendText')
    .map(({ body }) => JSON.parse(body).reply_to)
  const chat = '553187654321@c.us'
  t.same(replies, [`false_${chat}_3EB0AA`, `true_${chat}_3EB0AB`, `true_${chat}_3EB0AC`])
})

test('a send without a response has an unknown outcome', async (t) => {
  const { send, sim } = await gateway(t, { timeoutMs: IMPATIENT_MS })
  for (const kind of ['timeout', 'reset']) {
    await sim('POST', '/faults', { kind, accept: true })
    t.match(await send(), { outcome: 'unknown' }, kind)
  }
})

test('a send that finds no place at a busy gateway goes on waiting: no attempt has begun', async (t) => {
  const { baseUrl, posts } = await mutedGateway(t)
  const client = connectWaha({
    baseUrl,
    apiKey: async () => null,
    timeoutMs: 10_000,
    connections: 1,
  })
  t.teardown(() => client.close())
  const provider = prepareSend(client, chatLease(pool, 60_000))
  const to = (wa_id: string) => ({ ...text, recipient: { ...text.recipient, wa_id } })
  const first = sendOnce(provider, connection, to('553187650001'))
  await eventually(() => posts() === 1)
  t.match(await provider(connection, to('553187650002'), 50), { outcome: 'no_turn' })
  t.match(await first, { outcome: 'unknown' })
  t.equal(posts(), 1)
})

test('WhatsApp finding no chat for a number is a refusal, wherever the gateway names it', async (t) => {
  const { send, sim } = await gateway(t)
  const told = 'no LID found for 5511987654321@s.whatsapp.net from server'
  const bodies = [
    { statusCode: 500, exception: { message: `2 UNKNOWN: ${told}`, code: 2, details: told } },
    { exception: { details: told } },
    { message: `Error: 2 UNKNOWN: ${told}` },
  ]
  for (const body of bodies) {
    await sim('POST', '/faults', { kind: 'http', status: 500, body })
    const error = { code: 'not_on_whatsapp', class: 'undeliverable' }
    t.match(await send(), { outcome: 'refused', error }, JSON.stringify(body))
  }
  for (const body of [{ exception: { message: 'no LID found' } }, { exception: told }, [told]]) {
    await sim('POST', '/faults', { kind: 'http', status: 500, body })
    t.match(await send(), { outcome: 'unknown' }, JSON.stringify(body))
  }
})

test('an ambiguous response leaves the outcome unknown; a send that was certainly not made is tried later', async (t) => {
  const { send, sim } = await gateway(t)
  await sim('POST', '/faults', { kind: 'http', status: 500, body: { message: 'oops' } })
  t.match(await send(), { outcome: 'unknown' })
  await sim('POST', '/faults', { kind: 'http', status: 201, body: {} })
  t.match(await send(), { outcome: 'unknown' }, 'success without an id')
  await sim('POST', '/faults', { kind: 'http', status: 429, body: {} })
  t.match(await send(), { outcome: 'later', error: { class: 'throttle' } })
  await sim('POST', '/faults', { kind: 'http', status: 400, body: { message: 'bad' } })
  t.match(await send(), { outcome: 'refused', error: { class: 'invalid', title: 'bad' } })
  await sim('POST', '/sessions/conn_1/status', { status: 'STOPPED' })
  const stopped = await send()
  t.match(stopped, { outcome: 'later', error: { details: 'the session is STOPPED' } })
})

test('a wrong key is an auth refusal, an unreachable gateway only delays', async (t) => {
  const { send } = await gateway(t, { apiKey: 'another-key' })
  t.match(await send(), { outcome: 'refused', error: { class: 'auth' } })
  const client = connectWaha({
    baseUrl: `http://127.0.0.1:${await closedPort()}`,
    apiKey: async () => null,
    timeoutMs: PATIENT_MS,
  })
  t.teardown(() => client.close())
  const recipient = { ...text.recipient, wa_id: '553187654321' }
  t.match(
    await sendOnce(prepareSend(client, chatLease(pool, 60_000)), connection, {
      ...text,
      recipient,
    }),
    {
      outcome: 'later',
    },
  )
})

test('sends to one chat are made one at a time, others at the same time', async (t) => {
  const { send, sim, sent } = await gateway(t)
  const known = (wa_id: string) => ({ recipient: { ...text.recipient, wa_id } })
  await sim('POST', '/faults', { kind: 'slow', ms: 1_500, to: '553187654321' })
  await Promise.all([
    send({ ...known('553187654321'), text: 'first' }),
    send({ ...known('553187654321'), text: 'second' }),
    send({ ...known('5511987654321'), text: 'beside' }),
  ])
  t.same(
    (await sent()).map(({ text: said }) => said),
    ['beside', 'first', 'second'],
  )
})

test('sends to one chat are made one at a time across processes too', async (t) => {
  const { send, sendElsewhere, sim, sent, seen } = await gateway(t)
  const known = (wa_id: string) => ({ recipient: { ...text.recipient, wa_id } })
  await sim('POST', '/faults', { kind: 'slow', ms: 1_500, to: '553187654321' })
  const first = send({ ...known('553187654321'), text: 'first' })
  await eventually(async () => (await seen()).length === 1)
  const second = sendElsewhere({ ...known('553187654321'), text: 'second' })
  await sendElsewhere({ ...known('5511987654321'), text: 'beside' })
  t.match(await Promise.all([first, second]), [{ outcome: 'accepted' }, { outcome: 'accepted' }])
  t.same(
    (await sent()).map(({ text: said }) => said),
    ['beside', 'first', 'second'],
  )
})

test('a process that died holds its chat for a while, and no send is lost', async (t) => {
  const { send } = await gateway(t)
  const chat = 'conn_1 5541987654321@c.us'
  await chatLease(pool, 300).take(chat)
  const known = { recipient: { ...text.recipient, wa_id: '5541987654321' } }
  t.match(await send(known), { outcome: 'accepted' })
  await chatLease(pool, 60_000).take(chat)
  t.match(await send(known), { outcome: 'later' })
  await pool.query('drop table control.chat_leases')
  t.match(await send(known), { outcome: 'accepted' })
})

test('sends wait while the chat leases cannot be read', async (t) => {
  const { send } = await gateway(t)
  await pool.end()
  t.match(await send({ recipient: { ...text.recipient, wa_id: '5541987654321' } }), {
    outcome: 'later',
  })
  await database.drop()
})

function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

/** A gateway that accepts every call and answers none. */
async function mutedGateway(t: Test) {
  let posts = 0
  const server = createHttpServer(() => {
    posts += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}`, posts: () => posts }
}
