import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { newEvents } from '@recado/application/commands/command-context'
import { mediaId } from '@recado/application/ids'
import { openPersonIds } from '@recado/application/open-person-ids'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openApiServices, openServices } from '@recado/application/services'
import { buildApp } from '@recado/command-api/app'
import type { CommandDeps } from '@recado/command-api/deps'
import { openCommandDeps } from '@recado/command-api/open-deps'
import type { AccountOpened } from '@recado/domain/account/events'
import type { Plan } from '@recado/domain/account/plan'
import type { ApiKeyIssued } from '@recado/domain/api-key/events'
import type { ConnectionRegistered } from '@recado/domain/connection/events'
import type { Fact } from '@recado/domain/decision'
import { readConfig } from '@recado/infra/config'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { servingDeps } from '@recado/infra/http/serving-deps'
import { createLogger } from '@recado/infra/logger'
import { migrateVault } from '@recado/infra/vault/postgres-vault'
import { type ProjectorOptions, runProjector } from '@recado/projectors/engine/run-projector'
import { projectionsOf } from '@recado/projectors/projections'
import { buildGraphSimulator } from '@recado/simulators/graph-api/graph-simulator'
import { closing, type Ends, endAll } from '../../kit/ends.ts'
import { eventually } from '../../kit/eventually.ts'
import { openServers } from '../../kit/product-servers.ts'

/** Facts of a stream, in order. */
export type Story = { readonly type: string; readonly data: Record<string, unknown> }[]

const NO_NATS = 'nats://127.0.0.1:9'

/**
 * Everything that a send needs, for real: the embedded store, Postgres with a running projector, the vault, a plain
 * simulator of the Graph API, and command-api to inject requests into.
 * @param settings overrides of environment variables
 */
export async function sendingWorld(settings: Record<string, string> = {}) {
  const ends: Ends = []
  const servers = await openServers(ends, settings)
  const graph = buildGraphSimulator({ appSecret: 'app-secret', plain: true })
  const graphUrl = await graph.listen({ port: 0, host: '127.0.0.1' })
  const environment = {
    EVENTSTORE_URL: servers.log,
    DATABASE_URL: servers.database,
    VAULT_URL: servers.vault,
    VAULT_KEY: servers.vaultKey,
    NATS_URL: NO_NATS,
    GRAPH_API_URL: graphUrl,
    RATE_LIMIT_BASIC: '1000000',
    RATE_LIMIT_OFFICIAL: '1000000',
    PROVIDER_TIMEOUT_MS: '20000',
    READ_YOUR_WRITES_MS: '10000',
    SEND_WAIT_MS: '60000',
    SEND_RETRY_MS: '1500',
    ...settings,
  }
  const config = readConfig(environment)
  const log = createLogger('test', 'silent')
  const services = openServices({ config, log, name: 'test', closeFirst: closing(ends) }, {})
  const { store, pool } = services
  await migrateVault(config.VAULT_URL)
  const projections = projectionsOf(services.providers, await openPersonIds(services))
  const projector = startProjector({ store, databaseUrl: config.DATABASE_URL, projections, log })
  ends.push(() => projector.stop())
  const deps: CommandDeps = openCommandDeps(await openApiServices(services), {
    ...servingDeps(config, pool),
    ...{ elsewhere: [], checkReplies: true, simulators: null },
  })
  const app = await buildApp(deps)
  return {
    app,
    deps,
    store,
    pool,
    environment,
    graphUrl,
    projector,
    ...steering(graphUrl),
    ...seeding(store, deps),
    /** The facts of one stream. */
    async story(stream: string): Promise<Story> {
      const facts: Story = []
      for await (const { type, data } of store.readStream(stream))
        facts.push({ type, data: data as Record<string, unknown> })
      return facts
    },
    async close() {
      await app.close()
      await endAll(ends)
      await graph.close()
    },
  }
}

/** A projector that can be stopped and started again. */
function startProjector(
  options: Pick<ProjectorOptions, 'store' | 'databaseUrl' | 'projections' | 'log'>,
) {
  const begin = () => {
    const stopping = new AbortController()
    const { signal } = stopping
    return {
      stopping,
      done: runProjector({ ...options, schema: READ_SCHEMA, signal }),
    }
  }
  let running = begin()
  const stop = async () => {
    running.stopping.abort()
    await running.done
  }
  return {
    stop,
    start() {
      running = begin()
    },
  }
}

export type SendingWorld = Awaited<ReturnType<typeof sendingWorld>>

/** Controls of the simulator. */
function steering(graphUrl: string) {
  const control = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = body ? { method, headers, body: JSON.stringify(body) } : { method }
    const answer = await fetch(`${graphUrl}/_sim${path}`, init)
    return (await answer.json()) as { data: Record<string, unknown>[]; total: number }
  }
  return {
    fault: (fault: object) => control('POST', '/faults', fault),
    behave: (behaviour: object) => control('PATCH', '/behaviour', behaviour),
    /** Messages that the simulated WhatsApp has accepted. */
    accepted: async () => (await control('GET', '/messages')).data,
    /** Calls that it received, answered or not. */
    calls: async () => (await control('GET', '/requests')).data,
    async forget() {
      await control('DELETE', '/messages')
      await control('DELETE', '/requests')
      await control('DELETE', '/faults')
      await control('DELETE', '/behaviour')
    },
  }
}

function seeding(store: EventStore, { vault, registry, pool }: CommandDeps) {
  const appendTo = async (
    account_id: string | null,
    stream: string,
    expected: Parameters<EventStore['append']>[1],
    facts: readonly Fact[],
  ) => {
    const context = {
      account_id,
      actor: { type: 'operator', id: 'test' } as const,
      correlation_id: randomUUID(),
      causation_id: randomUUID(),
      request_id: null,
      now: () => new Date(),
      newId: () => randomUUID(),
    }
    const { position } = await store.append(stream, expected, newEvents(facts, context))
    // The registry only follows streams of its own.
    if (/^(account|apiKey|connection|gateway)-/.test(stream)) await registry.waitUntil(position)
    await eventually(async () => {
      const { rows } = await pool.query('select position from checkpoint')
      return BigInt(rows[0]?.position ?? -1) >= position
    })
  }
  const append = (account_id: string | null, stream: string, facts: readonly Fact[]) =>
    appendTo(account_id, stream, 'no_stream', facts)
  const at = new Date().toISOString()
  return {
    append,
    /** Appends to a stream with facts: `expected` is its last revision. */
    appendTo,
    /** Opens an account with a key that may read and write. */
    async account(plan: Plan = 'official') {
      const account_id = randomUUID()
      const key = `rcd_live_${randomBytes(24).toString('hex')}`
      const opened: AccountOpened = {
        type: 'AccountOpened',
        data: { account_id, name: 'Test', plan, sales_secret_ref: randomUUID(), opened_at: at },
      }
      const issued: ApiKeyIssued = {
        type: 'ApiKeyIssued',
        data: {
          key_id: randomUUID(),
          account_id,
          name: 'test',
          scopes: ['read', 'write'],
          sha256: createHash('sha256').update(key).digest('hex'),
          last_four: key.slice(-4),
          secret_ref: randomUUID(),
          issued_at: at,
        },
      }
      await append(account_id, `account-${account_id}`, [opened])
      await append(account_id, `apiKey-${issued.data.key_id}`, [issued])
      return { id: account_id, key }
    },
    /** Registers a connection, by default connected and official. */
    async connection(account_id: string, change: Partial<ConnectionRegistered['data']> = {}) {
      const connection_id = randomUUID()
      const digits = `5511${String(Math.random()).slice(2, 11)}`
      const data: ConnectionRegistered['data'] = {
        connection_id,
        account_id,
        type: 'official',
        status: 'connected',
        phone_number: `+${digits}`,
        phone_number_digits: digits,
        phone_number_id: String(Math.random()).slice(2, 17),
        waba_id: '2001',
        session: null,
        secret_refs: { token: await vault.put({ account_id, secret: 'graph-token' }) },
        registered_at: at,
        ...change,
      }
      const registered = { type: 'ConnectionRegistered', data }
      await append(account_id, `connection-${connection_id}`, [registered])
      return { ...data, id: connection_id }
    },
    /** Records uploaded files of a connection, by the provider's ids, or files of another type and name. */
    async uploaded(
      connection: { id: string; account_id: string },
      ...names: (string | (Partial<typeof file> & { id: string }))[]
    ) {
      for (const named of names) {
        const { id: provider_media_id, ...own } = typeof named === 'string' ? { id: named } : named
        const data = {
          ...file,
          ...own,
          connection_id: connection.id,
          provider_media_id,
          uploaded_at: at,
        }
        const stream = `media-${mediaId({ connection_id: connection.id, provider_media_id })}`
        await append(connection.account_id, stream, [{ type: 'MediaUploaded', data }])
      }
    },
  }
}

const file = {
  mime_type: 'image/png',
  file_size: 3,
  sha256: '00',
  filename: null as string | null,
}

/** The types of a send's facts. One that waited a second for its turn has a fact for its claim, left out here. */
export function outline(story: Story): string[] {
  const types = story.map(({ type }) => type)
  return types[1] === 'MessageSendAttempted' ? types.toSpliced(1, 1) : types
}

/** A random mobile number in São Paulo, in its long form. */
export function somePhone(): string {
  return `55119${7 + Math.floor(Math.random() * 3)}${randomDigits(7)}`
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('')
}

/** Posts a body. @returns the answer with its body parsed */
export async function post(
  { app }: Pick<SendingWorld, 'app'>,
  key: string,
  url: string,
  payload: object,
  headers: Record<string, string> = {},
) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    headers: { authorization: `Bearer ${key}`, ...headers },
    payload,
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}
