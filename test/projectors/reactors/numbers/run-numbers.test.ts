import { randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { createLogger } from '@recado/infra/logger'
import { runNumbers } from '@recado/projectors/reactors/numbers/run-numbers'
import { buildWahaSimulator } from '@recado/simulators/waha/waha-simulator'
import { test } from 'tap'
import { sendingWorld } from '../../../command-api/messages/sending-world.ts'
import { eventually } from '../../../kit/eventually.ts'
import { startSecondGateway } from '../../../kit/waha-world.ts'

const gateway = buildWahaSimulator({
  plain: true,
  sessions: [{ name: 'conn_1', status: 'WORKING', phone: '5521977776666', config: {} }],
})
const gatewayUrl = await gateway.listen({ port: 0, host: '127.0.0.1' })
const world = await sendingWorld({ WAHA_URL: gatewayUrl })

test('a connection shows what the provider reports about its number', async (t) => {
  const stopping = new AbortController()
  const running = runNumbers({
    ...world.deps,
    cache: aggregateCache(),
    mutex: streamMutex(),
    databaseUrl: world.environment.DATABASE_URL,
    schema: READ_SCHEMA,
    intervalMs: 20,
    log: createLogger('numbers', 'silent'),
    signal: stopping.signal,
  })
  t.after(async () => {
    stopping.abort()
    await running
    await gateway.close()
    await world.close()
  })
  const { id } = await world.account()
  const connection = await world.connection(id)
  const shows = (status: string) =>
    eventually(() => world.deps.registry.connection(connection.id)?.status === status)
  const told = async () => (await world.story(`connection-${connection.id}`)).slice(1)
  const number = (more: object) =>
    fetch(`${world.graphUrl}/_sim/numbers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ phone_number_id: connection.phone_number_id, ...more }),
    })
  const asked = async (more: number) => {
    const before = (await world.calls()).length
    await eventually(async () => (await world.calls()).length >= before + more)
  }

  await t.test('an unknown number, and a healthy one, change nothing', async (t) => {
    await asked(2)
    await number({})
    await asked(4)
    t.same(await told(), [])
    const calls = await world.calls()
    t.match(
      calls.findLast(({ url }) => String(url).includes('is_on_biz_app')),
      {
        method: 'GET',
        url: `/v23.0/${connection.phone_number_id}?fields=status,display_phone_number,throughput,is_on_biz_app`,
      },
    )
  })

  await t.test('what Meta grants the number is its pace', async (t) => {
    const before = (await told()).length
    for (const [health, messages_per_second, level] of [
      [{ throughput: { level: 'HIGH' } }, 1_000, 'HIGH'],
      [{ throughput: { level: 'HIGH' }, is_on_biz_app: true }, 20, null],
      [{ throughput: { level: 'STANDARD' } }, 80, 'STANDARD'],
    ] as const) {
      await number({ health })
      const entry = () => world.deps.registry.connection(connection.id)
      await eventually(() => entry()?.messages_per_second === messages_per_second)
      t.match((await told()).at(-1)?.data, { messages_per_second, level })
    }
    await number({ health: { throughput: { level: 'NOT_APPLICABLE' } } })
    await asked(4)
    t.equal((await told()).length, before + 3, 'what is known, or says nothing, is not recorded')
    await number({})
  })

  await t.test('the number is recorded as Meta shows it, once', async (t) => {
    const numbered = (await told()).length
    for (const display_phone_number of ['+55 11 98765-4321', '+55 11 8765-4321'])
      await t.test(display_phone_number, async (t) => {
        const before = (await told()).length
        await number({ health: { display_phone_number } })
        const entry = () => world.deps.registry.connection(connection.id)
        await eventually(() => entry()?.phone_number === display_phone_number)
        t.equal(entry()?.phone_number_digits, display_phone_number.replace(/\D/g, ''))
        await asked(2)
        t.equal((await told()).length, before + 1)
      })
    await number({ health: { display_phone_number: 'soon' } })
    await asked(2)
    t.equal((await told()).length, numbered + 2, 'an invalid value is not recorded')
  })

  for (const [status, ours] of [
    ['BANNED', 'disconnected'],
    ['PENDING', 'pending'],
    ['RESTRICTED', 'connected'],
    ['UNLINKED', 'disconnected'],
    ['CONNECTED', 'connected'],
  ] as const)
    await t.test(`${status} is ${ours}`, async (t) => {
      await number({ health: { status } })
      await shows(ours)
      t.match((await told()).at(-1)?.data, {
        status: ours,
        reason: 'number_status',
        details: { status },
      })
    })

  await t.test('an unknown status changes nothing', async (t) => {
    const before = await told()
    await number({ health: { status: 'DANCING' } })
    await asked(3)
    t.same(await told(), before)
  })

  await t.test('failing credentials are shown, and working ones again too', async (t) => {
    await number({ token: 'another' })
    await shows('error')
    t.match((await told()).at(-1)?.data, { reason: 'auth_failed', details: { code: 190 } })
    await number({})
    await shows('connected')
    t.match((await told()).at(-1)?.data, { reason: 'auth_recovered' })
  })

  await t.test(
    'a session whose webhooks were lost is shown as the gateway reports it',
    async (t) => {
      const none = { phone_number: null, phone_number_digits: null, phone_number_id: null }
      const session = { type: 'freemium', waba_id: null, session: 'conn_1', ...none } as const
      const freemium = await world.connection(id, { ...session, status: 'error' })
      const pending = await world.connection(id, { ...session, status: 'pending' })
      const missing = await world.connection(id, { ...session, session: 'conn_9' })
      const is = (status: string) =>
        eventually(() => world.deps.registry.connection(freemium.id)?.status === status)
      const become = (status: string) =>
        gateway.inject({
          method: 'POST',
          url: '/_sim/sessions/conn_1/status',
          payload: { status },
        })
      await is('connected')
      const [, learned, connected] = await world.story(`connection-${freemium.id}`)
      t.match(learned?.data, { phone_number_digits: '5521977776666' })
      t.match(connected?.data, { reason: 'session.status', details: { status: 'WORKING' } })
      await become('STOPPED')
      await is('disconnected')
      await become('FAILED')
      await is('error')
      t.equal(world.deps.registry.connection(pending.id)?.status, 'pending')
      const lost = await eventually(async () => (await world.story(`connection-${missing.id}`))[1])
      t.match(lost.data, { status: 'disconnected', reason: 'session_missing' })
    },
  )

  await t.test(
    'one probe tells that a gateway is gone, and its numbers show the truth when it is back',
    async (t) => {
      const none = { phone_number: null, phone_number_digits: null, phone_number_id: null }
      const of = { type: 'freemium', waba_id: null, session: 'conn_1', ...none } as const
      const made = { at: new Date().toISOString(), id: randomUUID() }
      const second = await startSecondGateway({
        plain: true,
        sessions: [{ name: 'conn_1', status: 'WORKING', phone: '5521977776666', config: {} }],
      })
      t.teardown(() => second.close())
      const secret_refs = {
        api_key: await world.deps.vault.put({ account_id: 'recado', secret: second.apiKey }),
      }
      await world.append(null, `gateway-${made.id}`, [
        {
          type: 'GatewayRegistered',
          data: {
            ...{ gateway_id: made.id, address: second.url, max_sessions: 9, secret_refs },
            registered_at: made.at,
          },
        },
      ])
      const numbers = await Promise.all(
        Array.from({ length: 3 }, () => world.connection(id, { ...of, gateway_id: made.id })),
      )
      const here = await world.connection(id, { ...of, status: 'disconnected' })
      await gateway.inject({
        ...{ method: 'POST', url: '/_sim/sessions/conn_1/status' },
        payload: { status: 'WORKING' },
      })
      const statusOf = (one: { id: string }) => world.deps.registry.connection(one.id)?.status
      const areAll = (status: string) =>
        eventually(() => numbers.every((one) => statusOf(one) === status))
      await eventually(() => statusOf(here) === 'connected')
      await second.sim('POST', '/faults', {
        kind: 'http',
        status: 502,
        count: 1_000,
        call: '/api/',
      })
      await areAll('disconnected')
      const story = await world.story(`connection-${numbers[0]?.id}`)
      t.match(story.at(-1)?.data, { reason: 'gateway_unreachable', previous_status: 'connected' })
      const silent = (await world.story(`gateway-${made.id}`)).at(-1)
      t.match(silent, {
        type: 'GatewayStatusChanged',
        data: { status: 'silent', reason: 'failing' },
      })
      const requests = () => second.sim<{ url: string }[]>('GET', '/requests')
      const asked = async () => (await requests()).map(({ url }) => url)
      const before = (await asked()).length
      await eventually(async () => (await asked()).length >= before + 5)
      const meanwhile = (await asked()).slice(before)
      t.same(new Set(meanwhile), new Set(['/api/server/status']), 'no number is asked about')
      t.equal(statusOf(here), 'connected', 'a number elsewhere stays as it is')
      await second.sim('DELETE', '/faults')
      await areAll('connected')
      const found = (await world.story(`gateway-${made.id}`)).at(-1)
      t.match(found?.data, { status: 'answering', reason: null })
    },
  )

  await t.test('a provider that does not answer changes nothing', async (t) => {
    const before = await told()
    for (const fault of [
      { kind: 'reset' },
      { kind: 'http', status: 503 },
      { kind: 'error', code: 131000 },
    ])
      await world.fault({ ...fault, call: 'fields=status' })
    await asked(5)
    t.same(await told(), before)
  })
})
