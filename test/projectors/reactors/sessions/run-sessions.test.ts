import { randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import type { ConnectionStatus } from '@recado/domain/connection/events'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Providers } from '@recado/infra/providers/provider'
import { closeProviders } from '@recado/infra/providers/providers'
import type { ConnectionEntry, GatewayEntry } from '@recado/infra/registry-entries'
import { runSessions } from '@recado/projectors/reactors/sessions/run-sessions'
import { buildWahaSimulator } from '@recado/simulators/waha/waha-simulator'
import { freePort } from '@recado/standalone/servers/free-port'
import { type Test, test } from 'tap'
import { eventually } from '../../../kit/eventually.ts'
import { hold } from '../../../kit/hold.ts'
import { testDatabase } from '../../../kit/postgres.ts'
import { testProviders } from '../../../kit/providers.ts'

const connectionOf = (id: string, status: ConnectionStatus): ConnectionEntry => ({
  ...{ id, account_id: 'a1', type: 'freemium', status, session: `conn_${id}` },
  ...{ phone_number: null, phone_number_digits: null, phone_number_id: null, waba_id: null },
  secret_refs: { hmac_key: 'reference' },
  hooks: [],
  messages_per_second: null,
  ...{ gateway_id: null, placement: 0, former_gateways: [] },
  released: false,
})

const PUBLIC_URL = 'http://127.0.0.1:9'

const silentGateway = (id: string): GatewayEntry => ({
  ...{ id, address: 'http://127.0.0.1:9', max_sessions: 9, secret_refs: {} },
  ...{ status: 'silent', reason: 'no_answer', status_since: null },
})

/** Nothing of these connections is recorded. */
const nothingToRecord = {
  store: {} as EventStore,
  cache: aggregateCache(),
  mutex: streamMutex(),
  now: () => new Date(),
  newId: randomUUID,
}

async function running(t: Test, port: number, connections: () => readonly ConnectionEntry[]) {
  const providers = testProviders({
    PROVIDER_TIMEOUT_MS: '1000',
    PUBLIC_URL,
    WAHA_URL: `http://127.0.0.1:${port}`,
  })
  return runningWith(t, providers, connections)
}

async function runningWith(
  t: Test,
  providers: Providers,
  connections: () => readonly ConnectionEntry[],
  silent: ReadonlySet<string> = new Set(),
) {
  const database = await testDatabase('sessions')
  const stopping = new AbortController()
  const warnings: unknown[] = []
  const done = runSessions({
    config: { PUBLIC_URL },
    providers,
    databaseUrl: database.url,
    schema: 'read_1',
    registry: { connections, gateway: (id) => (silent.has(id) ? silentGateway(id) : undefined) },
    ...nothingToRecord,
    log: { warn: (of) => void warnings.push(of), error: (of) => void warnings.push(of) },
    signal: stopping.signal,
  })
  t.teardown(async () => {
    stopping.abort()
    await done
    await closeProviders(providers)
    await database.drop()
  })
  return warnings
}

test('pending sessions are created as soon as the gateway answers; others are left alone', async (t) => {
  const port = await freePort()
  const connections = [connectionOf('1', 'pending'), connectionOf('2', 'disconnected')]
  const warnings = await running(t, port, () => connections)
  await eventually(() => warnings.length > 0)
  const gateway = buildWahaSimulator({ behaviour: { pairing_ms: null } })
  t.teardown(() => gateway.close())
  await gateway.listen({ port, host: '127.0.0.1' })
  const sessions = await eventually(async () => {
    const { data } = (await gateway.inject('/_sim/sessions')).json()
    return data.length > 0 && data
  })
  t.match(sessions, [
    {
      name: 'conn_1',
      config: {
        metadata: { connection_id: '1', account_id: 'a1' },
        webjs: { tagsEventsOn: true },
        webhooks: [{ url: 'http://127.0.0.1:9/hooks/waha/1', hmac: { key: 'key of reference' } }],
      },
    },
  ])
  t.equal(sessions.length, 1)
})

test('the webhook address of an existing session is sent to the gateway again', async (t) => {
  const session = { name: 'conn_1', status: 'STOPPED', phone: '5521977776666', config: {} } as const
  const gateway = buildWahaSimulator({ sessions: [session] })
  t.teardown(() => gateway.close())
  const url = new URL(await gateway.listen({ port: 0, host: '127.0.0.1' }))
  await running(t, Number(url.port), () => [connectionOf('1', 'pending')])
  const told = await eventually(async () => {
    const { data } = (await gateway.inject('/_sim/sessions')).json()
    return data[0].status === 'WORKING' && data[0]
  })
  t.match(told.config, { webhooks: [{ url: 'http://127.0.0.1:9/hooks/waha/1' }] })
})

/** A gateway that answers only when told to, and records which sessions it was asked for. */
function slowGateway() {
  const answers = hold()
  const asked: string[] = []
  return {
    asked,
    answers: () => answers.resolve(undefined),
    async ensureSession({ id }: ConnectionEntry) {
      asked.push(id)
      await answers.promise
    },
    close: async () => undefined,
  }
}

test('a session without an answer delays no other session, and a slow gateway no other gateway', async (t) => {
  const slow = slowGateway()
  const quick = slowGateway()
  const providers = new Map([
    ['freemium', slow],
    ['official', quick],
  ]) as unknown as Providers
  const connections = [connectionOf('0', 'pending')]
  const add = (id: string, type: ConnectionEntry['type']) =>
    connections.push({ ...connectionOf(id, 'pending'), type })
  await runningWith(t, providers, () => connections)
  t.teardown(() => [slow, quick].map(({ answers }) => answers()))
  await eventually(() => slow.asked.length === 1)
  add('1', 'freemium')
  await eventually(() => slow.asked.length === 2)
  for (let n = 2; n < 40; n++) add(String(n), 'freemium')
  await eventually(() => slow.asked.length === 16)
  add('quick', 'official')
  await eventually(() => quick.asked.length === 1)
  t.equal(slow.asked.length, 16, 'and no more at the same time')
  connections.push({ ...connectionOf('elsewhere', 'pending'), gateway_id: 'g2' })
  await eventually(() => slow.asked.includes('elsewhere'))
  t.equal(slow.asked.length, 17, 'another gateway of the same provider has places of its own')
  slow.answers()
  quick.answers()
  await eventually(() => slow.asked.length === 41)
  t.equal(new Set(slow.asked).size, 41, 'each in turn')
})

test('a session that a moved number left is ended once its gateway does so, and none at a silent one', async (t) => {
  const ended: (string | null)[] = []
  const made: string[] = []
  const provider = {
    ensureSession: async ({ id }: ConnectionEntry) => void made.push(id),
    gateways: {
      has: (id: string | null) => id !== 'removed',
      ids: () => [null],
      async endSession(_: ConnectionEntry, id: string | null) {
        ended.push(id)
        const error = { title: 'No', code: 'no_answer', class: 'retry', details: null }
        return { kind: 'failed' as const, error }
      },
    },
    close: async () => undefined,
  }
  const providers = new Map([['freemium', provider]]) as unknown as Providers
  const connections: ConnectionEntry[] = [
    {
      ...connectionOf('moved', 'connected'),
      ...{ gateway_id: 'g2', placement: 3, former_gateways: [null, 'silent', 'removed'] },
    },
    { ...connectionOf('waits', 'pending'), gateway_id: 'silent' },
    { ...connectionOf('new', 'pending'), gateway_id: 'g2' },
  ]
  const silent = new Set(['silent'])
  const warnings = await runningWith(t, providers, () => connections, silent)
  await eventually(() => made.includes('new') && warnings.length >= 2)
  t.same(new Set(ended), new Set([null]), 'tried again, and only where it can succeed')
  t.same(new Set(made), new Set(['new']))
  silent.clear()
  await eventually(() => made.includes('waits') && ended.includes('silent'))
})
