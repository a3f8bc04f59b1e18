import { randomInt } from 'node:crypto'
import { execute } from '@recado/application/commands/execute'
import { changeConnectionStatus } from '@recado/domain/connection/change-connection-status'
import { connection } from '@recado/domain/connection/connection'
import type { ConnectionStatus } from '@recado/domain/connection/events'
import type { ApiClient, Reply } from './api-client.ts'
import type { Product } from './product.ts'
import { APP_SECRET } from './product-servers.ts'

/** The product as its operator and its tenants reach it. */
export type Reached = Pick<Product, 'operator' | 'api'>

/** An account with a key, and a client that uses the key. */
export type Tenant = {
  readonly id: string
  readonly key: string
  readonly key_id: string
  readonly sales_secret: string
  readonly api: ApiClient
}

/** A connection and its provider's ids for it. */
export type TestConnection = {
  readonly id: string
  /** Path of the hook that its provider posts to. */
  readonly hook: string
  readonly phone_number_digits: string
  /** The next four fields are empty unless the connection is official. */
  readonly phone_number_id: string
  readonly waba_id: string
  readonly app_secret: string
  readonly token: string
  /** Empty unless the connection is freemium. */
  readonly session: string
}

type Plan = 'basic' | 'official' | 'agency'
type Data<T> = { readonly data: T }

/** Opens an account with a key that may read and write, through the operator's routes. */
export async function openTenant(product: Reached, plan: Plan = 'official'): Promise<Tenant> {
  const body = { name: `Account ${++count}`, plan }
  const opened = await product.operator.post<Data<{ id: string; sales_secret: string }>>(
    '/accounts',
    body,
  )
  const { id, sales_secret } = created(opened).data
  const key = await issueKey(product, id, ['read', 'write'])
  return { id, sales_secret, key: key.key, key_id: key.id, api: product.api(key.key) }
}

/** Issues another key for an account. @param scopes read, write or both */
export async function issueKey(
  product: Reached,
  accountId: string,
  scopes: readonly string[],
): Promise<{ id: string; key: string }> {
  const path = `/accounts/${accountId}/api-keys`
  const body = { name: `Key ${++count}`, scopes }
  return created(await product.operator.post<Data<{ id: string; key: string }>>(path, body)).data
}

/** Registers a connected number of the Cloud API. Each has its own ids, unless `given` sets them. */
export async function addOfficial(
  product: Reached,
  accountId: string,
  given: Partial<Omit<TestConnection, 'id' | 'hook' | 'session'>> = {},
): Promise<TestConnection> {
  const n = String(++count).padStart(6, '0')
  const { phone_number_digits = `55119${n}11`, ...rest } = given
  const official = {
    phone_number_id: `1065${n}`,
    waba_id: `1022${n}`,
    app_secret: APP_SECRET,
    token: `EAAG${n}`,
    ...rest,
  }
  const body = { type: 'official', phone_number: `+${phone_number_digits}`, ...official }
  const { id, hook_url } = await register(product, accountId, body)
  return { id, hook: new URL(hook_url).pathname, phone_number_digits, session: '', ...official }
}

/** Registers a number of the WAHA gateway; its status is `connected` unless `given` sets another. */
export async function addFreemium(
  product: Product,
  accountId: string,
  given: Partial<Pick<TestConnection, 'session' | 'phone_number_digits'>> & {
    readonly status?: ConnectionStatus
  } = {},
): Promise<TestConnection> {
  const n = String(++count).padStart(6, '0')
  const { session = `conn_${n}`, phone_number_digits = `55219${n}22` } = given
  const body = { type: 'freemium', session, phone_number: phone_number_digits }
  const { id, hook_url } = await register(product, accountId, body)
  await setConnectionStatus(product, accountId, id, given.status ?? 'connected')
  const none = { phone_number_id: '', waba_id: '', app_secret: '', token: '' }
  return { id, hook: new URL(hook_url).pathname, session, phone_number_digits, ...none }
}

/** Changes a connection's status as intake would, and waits until registry and read models include the change. */
export async function setConnectionStatus(
  { deps }: Product,
  accountId: string,
  id: string,
  status: ConnectionStatus,
): Promise<void> {
  const at = deps.now().toISOString()
  const command = { connection_id: id, status, reason: 'test', details: null, at }
  const context = {
    account_id: accountId,
    actor: { type: 'system', id: 'test' },
    correlation_id: id,
    causation_id: id,
    request_id: null,
    now: deps.now,
    newId: deps.newId,
  } as const
  const order = { aggregate: connection, id, decide: changeConnectionStatus, command, context }
  const outcome = await execute(deps, order)
  if (!('position' in outcome) || outcome.position === null) return
  await deps.registry.waitUntil(outcome.position)
  await deps.readModels.waitFor(outcome.position, deps.config.READ_YOUR_WRITES_MS, accountId)
}

async function register(product: Reached, accountId: string, body: object) {
  const path = `/accounts/${accountId}/connections`
  type Registered = Data<{ id: string; hook_url: string }>
  return created(await product.operator.post<Registered>(path, body)).data
}

function created<Body>({ status, body }: Reply<Body>): Body {
  if (status !== 201) throw new Error(`the operator got ${status}: ${JSON.stringify(body)}`)
  return body
}

/** A log that other runs have written to may hold their numbers, so there the count starts at a random value. */
let count = process.env.EVENTSTORE_URL ? randomInt(900_000) : 0
