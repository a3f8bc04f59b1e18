import { join } from 'node:path'
import { keyRing, type MasterKeys, type SealedRow } from '@recado/infra/vault/key-ring'
import { migrateVault } from '@recado/infra/vault/postgres-vault'
import type { Client } from 'pg'
import { SCHEMA } from '../event-store/storage/schema.ts'
import { type Manifest, readManifest } from './back-up.ts'
import { copyIn, type Databases, withClient } from './copy-table.ts'

/**
 * Fills empty databases with the log and the vault of a backup. Broken off, it is run again: the log, by which it sees
 * whether something stands there, comes last and whole.
 * @throws when a log is there already, the backup is damaged, or the keys do not open its vault
 */
export async function restore(
  databases: Databases,
  folder: string,
  keys: MasterKeys,
): Promise<Manifest> {
  const manifest = await readManifest(folder)
  if (await withClient(databases.log, hasLog))
    throw new Error('a log is there already, and it is never overwritten: restore to an empty one')
  await migrateVault(databases.vault)
  await withClient(databases.vault, (client) =>
    atOnce(client, async () => {
      // Rows come as they were sealed, which the triggers of a vault in use would refuse.
      await client.query('set local session_replication_role = replica')
      await filled(client, manifest.vault, join(folder, 'vault'))
      await assertOpens(client, keys)
    }),
  )
  await withClient(databases.log, (client) =>
    atOnce(client, async () => {
      await client.query(SCHEMA)
      await filled(client, manifest.log, join(folder, 'log'))
    }),
  )
  return manifest
}

async function hasLog(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('events') is not null as found",
  )
  return rows[0]?.found === true
}

async function atOnce(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  await work()
  await client.query('commit')
}

async function filled(client: Client, tables: Manifest['log'], folder: string): Promise<void> {
  for (const copied of tables) {
    await client.query(`delete from ${copied.table}`)
    await copyIn(client, copied, folder)
  }
}

/** @throws when a secret opens under none of the keys */
async function assertOpens(client: Client, keys: MasterKeys): Promise<void> {
  type Row = SealedRow & { readonly reference: string; readonly account_id: string }
  const { rows } = await client.query<Row>(
    'select reference, account_id, nonce, sealed, key_id from secrets order by created_at desc limit 1',
  )
  const ring = keyRing(keys)
  for (const row of rows)
    if (ring.open(row, { accountId: row.account_id, reference: row.reference }) === null)
      throw new Error('the vault of this backup opens under another key than VAULT_KEY')
}
