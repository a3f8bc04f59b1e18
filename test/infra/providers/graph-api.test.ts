import { createServer } from 'node:net'
import { connectGraphApi } from '@recado/infra/providers/graph-api/graph-client'
import { prepareSend } from '@recado/infra/providers/graph-api/prepare-send'
import type { OutboundMessage } from '@recado/infra/providers/send-call'
import { SecretMissing, type Vault } from '@recado/infra/vault/vault'
import { buildGraphSimulator } from '@recado/simulators/graph-api/graph-simulator'
import { type Test, test } from 'tap'
import { sendOnce } from '../../kit/send-once.ts'
import { tcpProxy } from '../../kit/tcp-proxy.ts'
import { officialNumber as connection, textMessage as text } from './sends.ts'

const vault: Secrets = {
  put: async () => 'token-reference',
  keepFirst: async (_, secret) => secret,
  forgetAll: async () => undefined,
  forget: async () => undefined,
  get: async () => 'the-token',
  now: async () => new Date(),
  answers: async () => true,
  close: async () => undefined,
}

/** Secrets of connections. */
type Secrets = Omit<Vault, 'knownLog' | 'factKeys'>

/** Long enough for the simulator on a busy machine, and short for tests that wait for a time-out. */
const [PATIENT_MS, IMPATIENT_MS] = [60_000, 400]

async function provider(t: Test, secrets: Secrets = vault, timeoutMs = PATIENT_MS) {
  const simulator = buildGraphSimulator({
    appSecret: 'secret',
    plain: true,
    numbers: [{ phone_number_id: '106', token: 'the-token' }],
  })
  const baseUrl = await simulator.listen({ port: 0, host: '127.0.0.1' })
  const client = connectGraphApi({ baseUrl, version: 'v25.0', timeoutMs })
  t.teardown(async () => {
    await client.close()
    await simulator.close()
  })
  const inject = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await simulator.inject({
      method,
      url: `/_sim${path}`,
      ...(payload ? { payload } : {}),
    })
    return answer.json().data
  }
  return {
    send: (change: Partial<OutboundMessage> = {}) =>
      sendOnce(prepareSend(client, secrets), connection, { ...text, ...change }),
    fault: (fault: object) => inject('POST', '/faults', fault),
    calls: () => inject('GET', '/requests'),
    accepted: () => inject('GET', '/messages'),
  }
}

test("a phone is sent with a plus, and the response has WhatsApp's form of it", async (t) => {
  const { send, calls } = await provider(t)
  const outcome = await send({ reply_to_message_id: 'wamid.IN' })
  t.match(outcome, {
    outcome: 'accepted',
    provider_message_id: /^wamid\./,
    wa_id: '553187654321',
    business_scoped_user_id: null,
  })
  const [call] = await calls()
  t.equal(call.url, '/v25.0/106/messages')
  t.equal(call.headers.authorization, 'Bearer the-token')
  t.same(JSON.parse(call.body), {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '+5531987654321',
    type: 'text',
    text: { body: 'Olá', preview_url: false },
    context: { message_id: 'wamid.IN' },
    biz_opaque_callback_data: 'm1',
  })
  t.same(outcome.request, JSON.parse(call.body))
})

test('a known WhatsApp form of the phone is used', async (t) => {
  const { send, calls } = await provider(t)
  await send({ recipient: { ...text.recipient, wa_id: '553187654321' } })
  t.equal(JSON.parse((await calls())[0].body).to, '+553187654321')
})

test('a business-scoped user id goes into recipient, never into to', async (t) => {
  const { send, calls } = await provider(t)
  const recipient = { phone: null, business_scoped_user_id: 'BR.1A2B3C', wa_id: null }
  t.match(await send({ recipient }), {
    outcome: 'accepted',
    business_scoped_user_id: 'BR.1A2B3C',
    wa_id: null,
  })
  const body = JSON.parse((await calls())[0].body)
  t.equal(body.recipient, 'BR.1A2B3C')
  t.notOk('to' in body)
})

test('a refusal has code, class and details', async (t) => {
  const { send, fault } = await provider(t)
  await fault({ kind: 'error', code: 131047, details: 'window closed' })
  t.match(await send(), {
    outcome: 'refused',
    error: { code: 131047, class: 'window_closed', details: 'window closed' },
    request: { to: '+5531987654321' },
    answer: { error: { code: 131047 } },
  })
})

test('the catch-all error code is retried once, at once', async (t) => {
  const { send, fault, calls } = await provider(t)
  await fault({ kind: 'error', code: 1 })
  t.equal((await send()).outcome, 'accepted')
  await fault({ kind: 'error', code: 1, count: 2 })
  t.match(await send(), { outcome: 'refused', error: { code: 1, class: 'invalid' } })
  t.equal((await calls()).length, 4)
})

test('throttling defers the send, longer with each attempt', async (t) => {
  const { send, fault } = await provider(t)
  await fault({ kind: 'error', code: 131056, count: 2 })
  t.match(await send(), { outcome: 'later', retry_after_ms: 1_000 })
  t.match(await send({ attempt: 3 }), { outcome: 'later', retry_after_ms: 16_000 })
})

test('a time-out, a reset connection and a 5xx without an error leave the outcome unknown', async (t) => {
  const { send, fault, accepted } = await provider(t, vault, IMPATIENT_MS)
  const faults = [
    { kind: 'timeout', accept: true },
    { kind: 'timeout', accept: false },
    { kind: 'reset', accept: true },
    { kind: 'http', status: 502 },
    { kind: 'http', status: 503, body: '<html>' },
  ]
  for (const each of faults) {
    await fault(each)
    t.match(await send(), { outcome: 'unknown', error: { class: 'unknown' } }, JSON.stringify(each))
  }
  t.equal((await accepted()).length, 2)
})

test('calls reuse open connections', async (t) => {
  const simulator = buildGraphSimulator({ appSecret: 'secret', plain: true })
  const { port } = new URL(await simulator.listen({ port: 0, host: '127.0.0.1' }))
  const wire = await tcpProxy(Number(port))
  const baseUrl = `http://127.0.0.1:${wire.port}`
  const client = connectGraphApi({ baseUrl, version: 'v25.0', timeoutMs: PATIENT_MS })
  t.teardown(async () => {
    await client.close()
    await wire.close()
    await simulator.close()
  })
  const provider = prepareSend(client, vault)
  for (let n = 0; n < 20; n += 1)
    t.equal((await sendOnce(provider, connection, text)).outcome, 'accepted')
  t.ok(wire.connections() <= 2, `${wire.connections()} for 20 calls, one after the other`)
})

test('when the connection is refused nothing was sent', async (t) => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  await new Promise((resolve) => server.close(resolve))
  const baseUrl = `http://127.0.0.1:${port}`
  const client = connectGraphApi({ baseUrl, version: 'v25.0', timeoutMs: PATIENT_MS })
  t.teardown(() => client.close())
  t.match(await sendOnce(prepareSend(client, vault), connection, text), {
    outcome: 'later',
    error: { code: 'unreachable', class: 'retry', details: 'ECONNREFUSED' },
  })
})

test('a missing token is an auth refusal, an unreachable vault only delays', async (t) => {
  const failing = (error: Error): Secrets => ({ ...vault, get: () => Promise.reject(error) })
  const dangling = await provider(t, failing(new SecretMissing('token-reference')))
  t.match(await dangling.send(), { outcome: 'refused', error: { class: 'auth' } })
  const away = await provider(t, failing(new Error('connection refused')))
  t.match(await away.send(), { outcome: 'later', error: { class: 'retry' } })
  t.same(await away.calls(), [])
})

test('a wrong token is an auth refusal', async (t) => {
  const wrong = await provider(t, { ...vault, get: async () => 'expired' })
  t.match(await wrong.send(), { outcome: 'refused', error: { code: 190, class: 'auth' } })
})
