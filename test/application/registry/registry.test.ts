import { randomUUID } from 'node:crypto'
import { newEvents } from '@recado/application/commands/command-context'
import type { RegistryFact } from '@recado/application/registry/apply-fact'
import { openRegistry, type RegistryOptions } from '@recado/application/registry/open-registry'
import type { Registry } from '@recado/application/registry/registry'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { createLogger } from '@recado/infra/logger'
import { openPool } from '@recado/infra/postgres/pool'
import { runProjector } from '@recado/projectors/engine/run-projector'
import { type Test, test } from 'tap'
import { accountId, accountOpened, planChanged } from '../../examples/account.ts'
import { apiKeyIssued, apiKeyRevoked, keyId } from '../../examples/api-key.ts'
import {
  connectionCredentialsReplaced,
  connectionId,
  connectionMoved,
  connectionNumberLearned,
  connectionRegistered,
  connectionStatusChanged,
  freemiumId,
  freemiumRegistered,
} from '../../examples/connection.ts'
import {
  gatewayChanged,
  gatewayId,
  gatewayRegistered,
  gatewayRemoved,
  gatewayStatusChanged,
} from '../../examples/gateway.ts'
import { startStore } from '../../kit/event-store.ts'
import { eventually } from '../../kit/eventually.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { projections } from '../../kit/projections.ts'

const at = '2026-01-06T09:00:00.000Z'
const webhookConfigured: RegistryFact = {
  type: 'WebhookConfigured',
  data: {
    webhook_id: '7a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1e01',
    connection_id: connectionId,
    account_id: accountId,
    url: 'https://example.com/hook',
    events: ['whatsapp.message.received'],
    active: true,
    secret_ref: 'ref-1',
    configured_at: at,
  },
}
const webhookSecretRotated: RegistryFact = {
  type: 'WebhookSecretRotated',
  data: {
    webhook_id: webhookConfigured.data.webhook_id,
    connection_id: connectionId,
    secret_ref: 'ref-2',
    previous_secret_ref: 'ref-1',
    previous_until: '2026-01-07T09:00:00.000Z',
    rotated_at: at,
  },
}
const webhookDeactivated: RegistryFact = {
  type: 'WebhookDeactivated',
  data: {
    webhook_id: webhookConfigured.data.webhook_id,
    connection_id: connectionId,
    reason: 'requested',
    deactivated_at: at,
  },
}
const newSecret: RegistryFact = {
  ...connectionCredentialsReplaced,
  data: { ...connectionCredentialsReplaced.data, hooks: ['second-hook', 'first-hook'] },
}

const goneId = '9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f02'
const ofGone = (fact: typeof gatewayRegistered | typeof gatewayRemoved) =>
  ({ ...fact, data: { ...fact.data, gateway_id: goneId } }) as RegistryFact
const ofFirst = (fact: typeof gatewayStatusChanged): RegistryFact => ({
  ...fact,
  data: { ...fact.data, gateway_id: null },
})

const facts: readonly (readonly [stream: string, ...facts: RegistryFact[]])[] = [
  [`account-${accountId}`, accountOpened, planChanged],
  [`apiKey-${keyId}`, apiKeyIssued],
  [`connection-${connectionId}`, connectionRegistered, newSecret, connectionStatusChanged],
  [`connection-${freemiumId}`, freemiumRegistered, connectionNumberLearned, connectionMoved],
  [`gateway-${gatewayId}`, gatewayRegistered, gatewayStatusChanged, gatewayChanged],
  [`gateway-${goneId}`, ofGone(gatewayRegistered), ofGone(gatewayRemoved)],
  ['gateway-first', ofFirst(gatewayStatusChanged)],
  [`webhook-${connectionId}`, webhookConfigured, webhookSecretRotated, webhookDeactivated],
]

/** A log with an account, its key, two connections and a webhook. */
async function openLog(t: Test) {
  const server = await startStore('registry')
  const { store } = connectEventStore(server.url)
  t.teardown(async () => {
    await store.close()
    await server.stop()
  })
  const revisions = new Map<string, bigint>()
  const append = async (stream: string, ...added: readonly RegistryFact[]) => {
    const events = newEvents(added, context)
    const written = await store.append(stream, revisions.get(stream) ?? 'no_stream', events)
    revisions.set(stream, written.revision)
    return written.position
  }
  for (const [stream, ...of] of facts) await append(stream, ...of)
  return { server, store, append }
}

const context = {
  account_id: accountId,
  actor: { type: 'operator', id: 'operator' },
  correlation_id: 'c',
  causation_id: 'c',
  request_id: null,
  now: () => new Date(at),
  newId: randomUUID,
} as const

/** Read models that are built up to the head of a log, and then stop. */
async function builtReadModels(t: Test, store: Parameters<typeof runProjector>[0]['store']) {
  const database = await testDatabase('registry')
  const pool = openPool(database.url, { max: 2, searchPath: 'read_1' })
  t.teardown(async () => {
    await pool.end()
    await database.drop()
  })
  const stop = new AbortController()
  const head = await store.head()
  const running = runProjector({
    store,
    databaseUrl: database.url,
    schema: 'read_1',
    projections,
    log: createLogger('test', 'silent'),
    signal: stop.signal,
  })
  await eventually(async () => {
    const { rows } = await pool.query('select position from checkpoint')
    return BigInt(rows[0].position) >= Number(head)
  })
  stop.abort()
  await running
  return pool
}

async function opened(t: Test, options: Pick<RegistryOptions, 'store'> & Partial<RegistryOptions>) {
  const log = createLogger('test', 'silent')
  const registry = await openRegistry({ pool: null, log, onEnd: t.error, ...options })
  t.teardown(() => registry.close())
  return registry
}

/** Everything that the facts above lead to, through every lookup. */
function holdsEverything(t: Test, registry: Registry) {
  t.match(registry.account(accountId), { name: 'Padaria Estrela', plan: 'agency' })
  t.match(registry.apiKey(apiKeyIssued.data.sha256), {
    id: keyId,
    account_id: accountId,
    scopes: ['read', 'write'],
  })
  const official = { id: connectionId, status: 'error', secret_refs: { token: String } }
  t.match(registry.connection(connectionId), official)
  t.match(registry.connectionByPhoneNumberId('106540352242922'), official)
  t.match(registry.connectionsOfWaba('102290129340398'), [official])
  t.match(registry.connectionsOfHook('first-hook'), [official])
  t.match(registry.connectionsOfHook('second-hook'), [official])
  t.same(registry.connectionsOfHook(null), [], 'a gateway needs no address')
  const freemium = {
    ...{ id: freemiumId, phone_number_digits: '5521912345678' },
    ...{ gateway_id: gatewayId, placement: 1, former_gateways: [null] },
  }
  t.match(registry.connectionBySession('conn_estrela'), freemium)
  t.match(registry.connectionsOf(accountId), [official, freemium], 'in order of registration')
  t.equal([...registry.connections()].length, 2)
  t.match(registry.webhook(connectionId), {
    events: ['whatsapp.message.received'],
    active: false,
    secret_ref: 'ref-2',
    previous_secrets: [{ secret_ref: 'ref-1', until: '2026-01-07T09:00:00.000Z' }],
  })
  t.equal([...registry.webhooks()].length, 1)
  const { changed_at: since, ...silent } = gatewayStatusChanged.data
  const { status, reason } = silent
  const silence = { status, reason, status_since: since }
  const { gateway_id: id, changed_at: _, ...changed } = gatewayChanged.data
  t.same(registry.gateway(gatewayId), { id, ...changed, ...silence })
  const unnamed = { address: null, max_sessions: null, secret_refs: {} }
  t.same(registry.gateway('first'), { id: 'first', ...unnamed, ...silence })
  t.same([...registry.gateways()].map((one) => one.id).sort(), [gatewayId, 'first'])
}

test('without read models the registry is read from the log', async (t) => {
  const { store } = await openLog(t)
  const registry = await opened(t, { store })
  holdsEverything(t, registry)
  t.equal(registry.connectionByPhoneNumberId('nobody'), undefined)
  t.same(registry.connectionsOf(randomUUID()), [])
})

test('with read models it holds the same, and continues from their checkpoint', async (t) => {
  const { store, append } = await openLog(t)
  const pool = await builtReadModels(t, store)
  await append(`apiKey-${keyId}`, apiKeyRevoked)
  const registry = await opened(t, { store, pool })
  t.equal(registry.apiKey(apiKeyIssued.data.sha256), undefined, 'revoked after the checkpoint')
  await append(`apiKey-${randomUUID()}`, apiKeyIssued)
  await eventually(() => registry.apiKey(apiKeyIssued.data.sha256))
  holdsEverything(t, registry)
})

test('with read models it opens while the log is unreachable', async (t) => {
  const { server, store } = await openLog(t)
  const pool = await builtReadModels(t, store)
  await server.kill()
  const registry = await opened(t, { store, pool })
  holdsEverything(t, registry)
})

test('once it has caught up it knows what another process has just written', async (t) => {
  const { store, append } = await openLog(t)
  const registry = await opened(t, { store })
  for (let n = 0; n < 20; n += 1) {
    const opened = { ...accountOpened.data, account_id: randomUUID() }
    await append(`account-${opened.account_id}`, { ...accountOpened, data: opened })
    await eventually(() => registry.catchUp())
    t.ok(registry.account(opened.account_id))
  }
})

test('calls that catch up at the same time share a question', async (t) => {
  const { store } = await openLog(t)
  let asked = 0
  const counted = {
    ...store,
    subscribe(options: Parameters<typeof store.subscribe>[0]) {
      asked += 1
      return store.subscribe(options)
    },
  }
  const registry = await opened(t, { store: counted })
  const before = asked
  const calls = Array.from({ length: 100 }, () => registry.catchUp())
  t.same(new Set(await Promise.all(calls)), new Set([true]))
  t.ok(asked - before <= 2, `${asked - before} questions`)
})

test('it does not catch up with a log that is unavailable', async (t) => {
  const { server, store, append } = await openLog(t)
  const registry = await opened(t, { store })
  await server.kill()
  t.equal(await registry.catchUp(), false)
  await server.restart()
  await append(`apiKey-${keyId}`, apiKeyRevoked)
  await eventually(() => registry.catchUp())
  t.equal(registry.apiKey(apiKeyIssued.data.sha256), undefined)
})

test('a revoked key is unknown as soon as its position is reached', async (t) => {
  const { store, append } = await openLog(t)
  const registry = await opened(t, { store })
  const position = await append(`apiKey-${keyId}`, apiKeyRevoked)
  await registry.waitUntil(position)
  t.equal(registry.apiKey(apiKeyIssued.data.sha256), undefined)
})

test('read models of another log are not used', async (t) => {
  const another = await openLog(t)
  await another.append(`account-${randomUUID()}`, accountOpened)
  const pool = await builtReadModels(t, another.store)
  const { store } = await openLog(t)
  const registry = await opened(t, { store, pool })
  holdsEverything(t, registry)
})

test('without reachable read models the registry is read from the log', async (t) => {
  const { store } = await openLog(t)
  const pool = openPool('postgres://nobody@127.0.0.1:1/nothing', { max: 1 })
  t.teardown(() => pool.end())
  const lines: string[] = []
  const log = createLogger('test', 'warn', { write: (line) => lines.push(line) })
  const registry = await opened(t, { store, pool, log })
  holdsEverything(t, registry)
  t.equal(lines.length, 1)
})

test('a fact that cannot be applied is skipped, and a key revoked after it is dead', async (t) => {
  const { store, append } = await openLog(t)
  const lines: string[] = []
  const log = createLogger('test', 'error', { write: (line) => lines.push(line) })
  const registry = await opened(t, { store, log })
  const { secret_refs: _, ...incomplete } = connectionRegistered.data
  const foreign = { ...incomplete, connection_id: randomUUID() } as typeof connectionRegistered.data
  await append(`connection-${foreign.connection_id}`, { ...connectionRegistered, data: foreign })
  const position = await append(`apiKey-${keyId}`, apiKeyRevoked)
  await eventually(() => registry.catchUp())
  await registry.waitUntil(position)
  t.equal(registry.apiKey(apiKeyIssued.data.sha256), undefined)
  t.equal(registry.connection(foreign.connection_id), undefined)
  t.match(JSON.parse(lines[0] ?? ''), { type: 'ConnectionRegistered', account_id: accountId })
})

test('it does not open over a log that cannot be followed', async (t) => {
  const { store } = await openLog(t)
  const tooOld = { ...store, subscribe: () => broken(new Error('too old')) }
  await t.rejects(opened(t, { store: tooOld }), { message: 'too old' })
})

test('it says when the log cannot be followed any more, and does not catch up', async (t) => {
  const { store } = await openLog(t)
  const brake = new AbortController()
  const breaking = {
    ...store,
    async *subscribe(options: Parameters<typeof store.subscribe>[0]) {
      const signal = AbortSignal.any([options.signal, brake.signal])
      yield* store.subscribe({ ...options, signal })
      if (brake.signal.aborted) throw new Error('broken')
    },
  }
  const ends: unknown[] = []
  const registry = await opened(t, { store: breaking, onEnd: (error) => ends.push(error) })
  await eventually(() => registry.catchUp())
  brake.abort()
  await eventually(() => ends.length > 0)
  t.match(ends, [{ message: 'broken' }])
  t.equal(await registry.catchUp(), false)
})

test('it ends when a connection leads to another log', async (t) => {
  const { store } = await openLog(t)
  const another = await openLog(t)
  const cut = new AbortController()
  const moving = {
    ...store,
    readAll: (range: Parameters<typeof store.readAll>[0]) =>
      (cut.signal.aborted ? another.store : store).readAll(range),
    async *subscribe(options: Parameters<typeof store.subscribe>[0]) {
      const signal = AbortSignal.any([options.signal, cut.signal])
      yield* store.subscribe({ ...options, signal })
      options.onReconnect?.(new Error('cut'))
      yield* another.store.subscribe(options)
    },
  }
  const ends: unknown[] = []
  await opened(t, { store: moving, onEnd: (error) => ends.push(error) })
  cut.abort()
  await eventually(() => ends.length > 0)
  t.match(ends, [{ message: /^log_diverged/ }])
})

async function* broken(error: Error): AsyncGenerator<never> {
  yield* []
  throw error
}
