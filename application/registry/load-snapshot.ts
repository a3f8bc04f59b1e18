import type {
  AccountEntry,
  ApiKeyEntry,
  ConnectionEntry,
  WebhookEntry,
} from '@recado/infra/registry-entries'
import type pg from 'pg'
import { type Entries, noEntries, putConnection, putKey } from './entries.ts'

/** The entries as of a position of the log, and the event that proves which log it was. */
export type Snapshot = {
  readonly entries: Entries
  readonly position: bigint
  readonly eventPosition: bigint
  readonly eventId: string
}

/**
 * Reads the registry from the read models, all tables as of one moment.
 * @param pool connections whose search_path is the read models' schema
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

async function readSnapshot(client: pg.PoolClient): Promise<Snapshot | null> {
  const { rows } = await client.query('select position, event_position, event_id from checkpoint')
  const [at] = rows
  if (at === undefined || at.event_id === null) return null
  return {
    entries: await readEntries(client),
    position: BigInt(at.position),
    eventPosition: BigInt(at.event_position),
    eventId: at.event_id,
  }
}

async function readEntries(client: pg.PoolClient): Promise<Entries> {
  const entries = noEntries()
  const accounts = await client.query<AccountEntry>(
    'select id, name, plan, sales_secret_ref from accounts',
  )
  for (const account of accounts.rows) entries.accounts.set(account.id, account)
  const keys = await client.query<ApiKeyEntry>(
    'select id, account_id, scopes, sha256 from api_keys where revoked_at is null',
  )
  for (const key of keys.rows) putKey(entries, key)
  const connections = await client.query<ConnectionEntry>(
    `select id, account_id, type, status, phone_number, phone_number_digits, phone_number_id,
       waba_id, session, secret_refs, hooks
     from connections order by registered_at, pos`,
  )
  for (const connection of connections.rows) putConnection(entries, connection)
  const webhooks = await client.query<WebhookEntry>(
    `select id, connection_id, account_id, url, events, active, secret_ref,
       previous_secret_ref, previous_until
     from webhooks`,
  )
  for (const webhook of webhooks.rows) entries.webhooks.set(webhook.connection_id, webhook)
  return entries
}
