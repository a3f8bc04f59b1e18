import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PairingCalls } from '@recado/infra/providers/pairing-calls'
import { wahaPairing } from '@recado/infra/providers/waha/pairing'
import { connectWaha } from '@recado/infra/providers/waha/waha-client'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { type Test, test } from 'tap'

const connection: ConnectionEntry = {
  ...{ id: 'c1', account_id: 'a1', type: 'freemium', status: 'connecting', session: 'conn_1' },
  ...{ phone_number: null, phone_number_digits: null, phone_number_id: null, waba_id: null },
  ...{ secret_refs: {}, hooks: [], messages_per_second: null, released: false },
  ...{ gateway_id: null, placement: 0, former_gateways: [] },
}

type Answer = readonly [status: number, body: string] | ((response: ServerResponse) => void)

/** Pairing at a gateway that answers by the last part of the path; any other call returns a session that shows a code. */
async function gateway(t: Test, answers: Readonly<Record<string, Answer>>, timeoutMs = 60_000) {
  const calls: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    calls.push(`${request.method} ${request.url}`)
    request.resume().once('end', () => {
      const answer = answers[path.slice(path.lastIndexOf('/') + 1)]
      if (typeof answer === 'function') return answer(response)
      const [status, body] = answer ?? [200, '{"status":"SCAN_QR_CODE"}']
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const client = connectWaha({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: async () => null,
    timeoutMs,
  })
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
    await client.close()
  })
  const ensured: string[] = []
  const pairing: PairingCalls = wahaPairing(client, async ({ id }) => void ensured.push(id))
  return { pairing, calls, ensured }
}

const QR = '2@abc/def+==,ghi,jkl'

test('the code is read with the two calls that WAHA documents', async (t) => {
  const { pairing, calls } = await gateway(t, { qr: [200, JSON.stringify({ value: QR })] })
  const state = { session_status: 'SCAN_QR_CODE', qr: QR, reason: null }
  t.same(await pairing.read(connection), state)
  t.same(calls, ['GET /api/sessions/conn_1', 'GET /api/conn_1/auth/qr?format=raw'])
})

test('without a code there is a reason, and no code is requested', async (t) => {
  const states = [
    ['WORKING', 'paired'],
    ['STARTING', 'starting'],
    ['STOPPED', 'stopped'],
    ['FAILED', 'failed'],
    ['PASSKEY_REQUIRED', 'passkey'],
  ] as const
  for (const [session_status, reason] of states) {
    const conn_1 = [200, JSON.stringify({ status: session_status })] as const
    const { pairing, calls } = await gateway(t, { conn_1 })
    t.same(await pairing.read(connection), { session_status, qr: null, reason })
    t.equal(calls.length, 1)
  }
  const answers = [
    [404, 'no_session'],
    [401, 'refused'],
    [500, 'no_answer'],
  ] as const
  for (const [status, reason] of answers) {
    const { pairing } = await gateway(t, { conn_1: [status, '{"message":"2@secret"}'] })
    t.same(await pairing.read(connection), { session_status: null, qr: null, reason })
  }
})

test('an invalid code is not shown', async (t) => {
  const none = [
    ...['not json', '[]', 'null', '{}', '{"value":7}', '{"value":""}', '{"value":"a b"}'],
    ...[JSON.stringify({ value: 'x'.repeat(1_025) }), JSON.stringify({ value: '2@é' })],
    `{"value":${'['.repeat(9_000)}1${']'.repeat(9_000)}}`,
  ]
  for (const body of none) {
    const { pairing } = await gateway(t, { qr: [200, body] })
    t.match(await pairing.read(connection), { qr: null, reason: 'unreadable' }, body.slice(0, 30))
  }
  for (const status of ['nowhere', 'toString', 7, null]) {
    const conn_1 = [200, JSON.stringify({ status })] as const
    const { pairing } = await gateway(t, { conn_1 })
    t.match(await pairing.read(connection), { session_status: null, reason: 'unreadable' })
  }
})

test('an endless response, a slow one and none all count as no answer', async (t) => {
  const endless = (response: ServerResponse) => {
    const more = () => {
      if (!response.destroyed && response.write('x'.repeat(65_536))) setImmediate(more)
    }
    response.on('drain', more)
    more()
  }
  const trickle = (response: ServerResponse) => void response.write('{"value":"2@')
  for (const qr of [endless, trickle, () => undefined]) {
    const { pairing } = await gateway(t, { qr }, 300)
    t.match(await pairing.read(connection), { qr: null, reason: 'no_answer' })
  }
  const away = wahaPairing(
    connectWaha({ baseUrl: 'http://127.0.0.1:9', apiKey: async () => null, timeoutMs: 300 }),
    async () => undefined,
  )
  t.match(await away.read(connection), { session_status: null, reason: 'unreachable' })
  t.match(await away.act(connection, 'start'), { kind: 'failed' })
  t.match(await away.requestCode(connection, '5511912345678'), { kind: 'failed' })
})

test('concurrent reads of one number cost one call, and one account cannot take all slots', async (t) => {
  const held: ServerResponse[] = []
  const { pairing, calls } = await gateway(t, { conn_1: (response) => void held.push(response) })
  const of = (id: string, account_id = 'a1') => pairing.read({ ...connection, id, account_id })
  const same = [of('c1'), of('c1'), of('c1')]
  const others = ['c2', 'c3', 'c4'].map((id) => of(id))
  t.match(await of('c5'), { qr: null, reason: 'busy' })
  const another = of('c6', 'a2')
  while (held.length < 5) await new Promise((next) => setImmediate(next))
  for (const response of held) response.end('{"status":"WORKING"}')
  for (const state of await Promise.all([...same, ...others, another]))
    t.match(state, { reason: 'paired' })
  t.equal(calls.length, 5)
})

test('the actions of one account leave room for those of others', async (t) => {
  const held: ServerResponse[] = []
  const start = (response: ServerResponse) => void held.push(response)
  const { pairing } = await gateway(t, { start, restart: [201, '{}'] }, 60_000)
  const of = (n: number) => pairing.act({ ...connection, id: `c${n}` }, 'start')
  const own = Array.from({ length: 20 }, (_, n) => of(n))
  const other = { ...connection, account_id: 'a2' }
  t.same(await pairing.act(other, 'restart'), { kind: 'ok', value: null })
  t.equal(held.length, 4)
  t.match(await own.at(-1), { kind: 'failed', error: { class: 'retry', title: /wait/ } })
  for (const response of held) response.writeHead(201).end('{}')
  t.match(await own[0], { kind: 'ok' })
})

test('a session is started, restarted and logged out; a missing one is created', async (t) => {
  const { pairing, calls, ensured } = await gateway(t, {
    start: [422, '{}'],
    restart: [404, '{}'],
    logout: [201, '{}'],
  })
  t.same(await pairing.act(connection, 'start'), { kind: 'ok', value: null }, 'it runs already')
  t.same(await pairing.act(connection, 'log_out'), { kind: 'ok', value: null })
  t.same(ensured, [])
  t.same(await pairing.act(connection, 'restart'), { kind: 'ok', value: null })
  t.same(ensured, ['c1'])
  t.equal(calls[0], 'POST /api/sessions/conn_1/start')
  const gone = await gateway(t, { logout: [404, '{}'] })
  t.match(await gone.pairing.act(connection, 'log_out'), { kind: 'refused' })
  t.same(gone.ensured, [])
})

test('a code to type is normalised, and a refusal repeats no text of the gateway', async (t) => {
  const code = async (status: number, body: string) =>
    (await gateway(t, { 'request-code': [status, body] })).pairing.requestCode(connection, '551191')
  t.same(await code(201, '{"code":"abcd1234"}'), { kind: 'ok', value: 'ABCD-1234' })
  t.same(await code(201, '{"code":"ABCD-1234"}'), { kind: 'ok', value: 'ABCD-1234' })
  for (const body of ['{}', '{"code":7}', '{"code":"ABCD-12345"}', 'ABCD-1234'])
    t.match(await code(201, body), { kind: 'failed' }, body)
  const said = '{"message":"ABCD-1234 of 551191","status":"WORKING"}'
  const no = await code(422, said)
  t.match(no, { kind: 'refused', error: { code: 'http_422', details: 'the session is WORKING' } })
  for (const status of [400, 401, 422, 429, 500])
    t.notMatch(JSON.stringify(await code(status, said)), /ABCD|551191/)
})
