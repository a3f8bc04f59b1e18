import { createHmac, randomUUID } from 'node:crypto'
import { wholePayload } from '@recado/application/raw-events/whole-payload'
import { type ConnectionHookDeps, connectionHook } from '@recado/command-api/hooks/connection-hook'
import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { answerError } from '@recado/infra/http/problems'
import { wahaHook } from '@recado/infra/providers/waha/hook'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import Fastify from 'fastify'
import { t as file, type Test, test } from 'tap'
import { startStore } from '../../kit/event-store.ts'
import { PERSON_IDS } from '../../kit/person-ids.ts'
import { quotaAlone, UNHURRIED } from '../../kit/unhurried.ts'
import { wahaEvent, wahaMessage } from '../../translation/waha-event.ts'

const embedded = await startStore('waha')
const { store, journal } = connectEventStore(embedded.url)
const sender = { type: 'freemium', hook: wahaHook }
const AT = new Date('2026-01-01T12:00:00.000Z')

const connectionOf = (others: Partial<ConnectionEntry> = {}): ConnectionEntry => ({
  id: randomUUID(),
  account_id: randomUUID(),
  type: 'freemium',
  status: 'pending',
  phone_number: null,
  phone_number_digits: null,
  phone_number_id: null,
  waba_id: null,
  session: 'conn_1',
  secret_refs: { hmac_key: 'own' },
  hooks: [],
  messages_per_second: null,
  ...{ gateway_id: null, placement: 0, former_gateways: [] },
  released: false,
  ...others,
})

async function hook(
  t: Test,
  connection: ConnectionEntry,
  others: Partial<ConnectionHookDeps> = {},
) {
  const app = Fastify()
  app.setErrorHandler(answerError)
  app.register((scope, _options, done) => {
    connectionHook(
      scope,
      {
        registry: {
          connections: () => [connection],
          connection: (id) => (id === connection.id ? connection : undefined),
        },
        vault: { get: async ({ reference }) => `key of ${reference}` },
        journal,
        personIds: PERSON_IDS,
        rate: UNHURRIED,
        quota: quotaAlone(),
        now: () => AT,
        config: { WAHA_HMAC_KEY: 'shared key' },
        ...others,
      },
      sender,
    )
    done()
  })
  t.teardown(() => app.close())
  return async (
    body: string | object,
    headers: Record<string, string> = {},
    key = 'key of own',
  ) => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const signed = createHmac('sha512', key).update(payload).digest('hex')
    const ask = {
      method: 'POST',
      url: `/hooks/waha/${connection.id}`,
      payload,
      headers: {
        'content-type': 'application/json',
        'x-webhook-hmac': signed,
        'x-webhook-hmac-algorithm': 'sha512',
        'x-webhook-timestamp': String(AT.getTime()),
        ...headers,
      },
    } as const
    const answer = await app.inject(ask)
    // The gateway repeats a POST that a slow machine did not record in time.
    return answer.statusCode === 503 ? app.inject(ask) : answer
  }
}

async function recorded({ id }: ConnectionEntry) {
  const events: RecordedEvent<ProviderEventReceived>[] = []
  for await (const event of store.readStream(`providerEvent-${id}.20260101`))
    events.push(event as RecordedEvent<ProviderEventReceived>)
  return events
}

test('the known test vector of the signature is accepted', async (t) => {
  const body = Buffer.from('{"type":"whatsapp.message.received","n":1}')
  const signature =
    '2adb58d0519716cf37d22bc509f52bb1eb1c646fa54d874be164da465b3a5a2bddb49b8d8e22baf553032b3635efa31be54c5a7570a8a55a4640da7ac5a247b9'
  t.ok(wahaHook.isSigned('waha-secret', [body], signature))
  t.notOk(wahaHook.isSigned('another', [body], signature))
})

test('a signed event is in the log before it is answered, byte for byte', async (t) => {
  const connection = connectionOf()
  const post = await hook(t, connection)
  const body = ` ${JSON.stringify(wahaEvent('message.any', wahaMessage('Oi')))}`
  t.equal((await post(body)).statusCode, 200)
  const [event, ...others] = await recorded(connection)
  t.equal(others.length, 0)
  t.match(event, {
    data: {
      connection_id: connection.id,
      source: 'freemium',
      event: 'message.any',
      payload: JSON.parse(body),
      body,
      signature: /^[0-9a-f]{128}$/,
    },
    metadata: { account_id: connection.account_id, actor: { type: 'provider' } },
  })
})

test('a retry is the same event, even with other bytes', async (t) => {
  const connection = connectionOf()
  const post = await hook(t, connection)
  const event = wahaEvent('message.any', wahaMessage('Oi'))
  await post(event)
  await post(` ${JSON.stringify(event)}`)
  await post(wahaEvent('message.any', wahaMessage('Oi')))
  const ids = (await recorded(connection)).map(({ id }) => id)
  t.equal(new Set(ids).size, 2)
})

test("only events signed with the connection's key are accepted", async (t) => {
  const event = wahaEvent('message.any', wahaMessage('Oi'))
  const connection = connectionOf()
  const post = await hook(t, connection)
  const headers = { 'x-webhook-hmac': 'no' }
  t.equal((await post(event, headers)).statusCode, 401)
  t.equal((await post(event, {}, 'shared key')).statusCode, 401, 'only its own key is accepted')
  t.match((await post(event, {}, 'x')).json(), { error: { code: 'unauthorized' } })
  t.same(await recorded(connection), [])
  const without = connectionOf({ secret_refs: {} })
  const shared = await hook(t, without)
  t.equal((await shared(event, {}, 'shared key')).statusCode, 200)
  const keyless = await hook(t, without, { config: { WAHA_HMAC_KEY: null } })
  t.equal((await keyless(event, {}, '')).statusCode, 401)
})

test('an event with an old timestamp is refused, except for a day of retries', async (t) => {
  const post = await hook(t, connectionOf())
  const event = wahaEvent('message.any', wahaMessage('Oi'))
  const hours = (n: number) => ({ 'x-webhook-timestamp': String(AT.getTime() - n * 3_600_000) })
  t.equal((await post(event, hours(24))).statusCode, 200)
  t.equal((await post(event, hours(72))).statusCode, 401)
  t.equal((await post(event, hours(-1))).statusCode, 401)
  t.equal((await post(event, { 'x-webhook-timestamp': 'soon' })).statusCode, 401)
})

test('unknown and official connections and malformed bodies are refused', async (t) => {
  const official = connectionOf({ type: 'official' })
  t.equal((await (await hook(t, official))({})).statusCode, 404)
  const app = await hook(t, connectionOf())
  t.equal((await app('{"event":')).statusCode, 400)
  t.equal((await app('[]')).statusCode, 400)
  t.equal((await app('{}')).statusCode, 200)
})

test('pairing codes never reach the log', async (t) => {
  const connection = connectionOf()
  const post = await hook(t, connection)
  const code = '2@q0W9e8R7t6Y5u4I3o2P1a0S9d8F7g6H5,AbCdEf'
  const image = 'data:image/png;base64,AAAA'
  const payload = {
    name: 'conn_1',
    status: 'SCAN_QR_CODE',
    qr: { value: code, image },
    pairingCode: 'ABCD-EFGH',
    nested: [{ anything: code }],
  }
  t.equal((await post(wahaEvent('session.status', payload))).statusCode, 200)
  const [event] = await recorded(connection)
  const text = JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? '' : value))
  for (const secret of [code, image, 'ABCD-EFGH']) t.notOk(text.includes(secret))
  t.match(event?.data, { body: null, signature: null, payload: { payload: { name: 'conn_1' } } })
  t.match(event?.data.payload, { payload: { status: 'SCAN_QR_CODE', qr: { value: '[redacted]' } } })
})

test('texts of people are kept unchanged, whatever they look like', async (t) => {
  const connection = connectionOf()
  const post = await hook(t, connection)
  const body = '2@q0W9e8R7t6Y5u4I3o2P1a0S9d8F7g6H5,AbCdEf'
  await post(wahaEvent('message.any', wahaMessage(body)))
  t.match((await recorded(connection))[0]?.data.payload, { payload: { body } })
})

test('an event too large for the log is kept with its bytes in parts', async (t) => {
  const connection = connectionOf()
  const post = await hook(t, connection)
  const event = wahaEvent('message.any', wahaMessage('x'.repeat(1_000_000)))
  t.equal((await post(event)).statusCode, 200)
  const [record] = await recorded(connection)
  t.match(record?.data, { body: null, payload: { payload: { oversized: true } } })
  const whole = record && (await wholePayload(store, record))
  t.ok(JSON.stringify(whole) === JSON.stringify(event), 'and its payload whole')
  let kept = ''
  for await (const { data } of store.readStream('providerPost-20260101'))
    kept += (data as { body: string }).body
  t.ok(kept === JSON.stringify(event), 'the exact bytes are kept')
})

test('a hook is answered 503 while the log is unreachable', async (t) => {
  const broken = { record: () => Promise.reject(new Error('the log is away')) }
  const post = await hook(t, connectionOf(), { journal: broken })
  t.equal((await post(wahaEvent('message.any', {}))).statusCode, 503)
})

file.teardown(async () => {
  await store.close()
  await embedded.stop()
})

test('beyond the quota of its account a gateway’s event is refused until the next day', async (t) => {
  const connection = connectionOf()
  const post = await hook(t, connection, { quota: quotaAlone(2_000, () => AT) })
  const event = (text: string) => wahaEvent('message.any', wahaMessage(text))
  t.equal((await post(event('x'.repeat(2_000)))).statusCode, 200)
  t.match(await post(event('Oi')), {
    statusCode: 503,
    headers: { 'retry-after': String(12 * 3_600) },
  })
  t.equal((await recorded(connection)).length, 1)
})
