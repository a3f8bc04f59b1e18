import type {
  AccountEntry,
  ApiKeyEntry,
  ConnectionEntry,
  GatewayEntry,
  UserEntry,
  WebhookEntry,
} from '@recado/infra/registry-entries'
import type pg from 'pg'
import { LEAST_POSITION } from '../read-models/partitions.ts'
import {
  type Entries,
  emptyEntries,
  putConnection,
  putKey,
  putUser,
  removeAccount,
} from './entries.ts'

/** The entries as of a position of the log, and the event that proves which log it was. */
export type Snapshot = {
  readonly entries: Entries
  readonly position: bigint
  readonly eventPosition: bigint
  readonly eventId: string
}

/**
 * Reads all tables as of one moment.
 * @returns null when no event was projected yet
 * @throws the error of Postgres, also when the read models do not exist yet
 */
export async function loadSnapshot(pool: pg.Pool): Promise<Snapshot | null> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const snapshot = await readSnapshot(client)
    await client.query('commit')
    client.release()
    return snapshot
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Partitions differ by a few facts: those after the least position are folded once more. */
const PLACE = `select (${LEAST_POSITION}) as position, event_position, event_id from checkpoint
  where event_id is not null order by event_position limit 1`

async function readSnapshot(client: pg.PoolClient): Promise<Snapshot | null> {
  const { rows } = await client.query(PLACE)
  const [at] = rows
  if (at === undefined) return null
  return {
    entries: await readEntries(client),
    position: BigInt(at.position),
    eventPosition: BigInt(at.event_position),
    eventId: at.event_id,
  }
}

/** A missing column does not compile. */
type Columns<Entry> = Readonly<Record<keyof Entry, true>>

const ACCOUNT: Columns<AccountEntry> = { id: true, name: true, plan: true, sales_secret_ref: true }
const API_KEY: Columns<ApiKeyEntry> = { id: true, account_id: true, scopes: true, sha256: true }
const CONNECTION: Columns<ConnectionEntry> = {
  id: true,
  account_id: true,
  type: true,
  status: true,
  phone_number: true,
  phone_number_digits: true,
  phone_number_id: true,
  waba_id: true,
  session: true,
  secret_refs: true,
  hooks: true,
  messages_per_second: true,
  gateway_id: true,
  placement: true,
  former_gateways: true,
  released: true,
}
const GATEWAY: Columns<GatewayEntry> = {
  id: true,
  address: true,
  max_sessions: true,
  secret_refs: true,
  status: true,
  reason: true,
  status_since: true,
}
const WEBHOOK: Columns<WebhookEntry> = {
  id: true,
  connection_id: true,
  account_id: true,
  url: true,
  events: true,
  active: true,
  secret_ref: true,
  previous_secrets: true,
}

const USER: Columns<UserEntry> = {
  id: true,
  account_id: true,
  email: true,
  name: true,
  role: true,
  password_ref: true,
  setup_sha256: true,
}

const select = (columns: object) => `select ${Object.keys(columns).join(', ')}`

async function readEntries(client: pg.PoolClient): Promise<Entries> {
  const entries = emptyEntries()
  const accounts = await client.query<AccountEntry>(`${select(ACCOUNT)} from accounts`)
  for (const account of accounts.rows) entries.accounts.set(account.id, account)
  const keys = await client.query<ApiKeyEntry>(
    `${select(API_KEY)} from api_keys where revoked_at is null`,
  )
  for (const key of keys.rows) putKey(entries, key)
  const connections = await client.query<ConnectionEntry>(
    `${select(CONNECTION)} from connections order by registered_at, pos`,
  )
  for (const connection of connections.rows) putConnection(entries, connection)
  const gateways = await client.query<GatewayEntry>(
    `${select(GATEWAY)} from gateways where removed_at is null order by registered_at, id`,
  )
  for (const gateway of gateways.rows) entries.gateways.set(gateway.id, gateway)
  const webhooks = await client.query<WebhookEntry>(`${select(WEBHOOK)} from webhooks`)
  for (const webhook of webhooks.rows) entries.webhooks.set(webhook.connection_id, webhook)
  const users = await client.query<UserEntry>(
    `${select(USER)} from users where removed_at is null order by added_at`,
  )
  for (const user of users.rows) putUser(entries, user)
  const erased = await client.query<{ id: string }>('select id from erased_accounts')
  for (const { id } of erased.rows) removeAccount(entries, id)
  return entries
}
