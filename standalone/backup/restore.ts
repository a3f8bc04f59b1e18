import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { SCHEMA } from '@recado/embedded-store/storage/schema'
import { keyRing, type MasterKeys, type SealedRow } from '@recado/infra/vault/key-ring'
import { forgetLog } from '@recado/infra/vault/known-log'
import { migrateVault } from '@recado/infra/vault/postgres-vault'
import type { Client } from 'pg'
import { withClient } from '../servers/with-client.ts'
import { type Manifest, readManifest } from './back-up.ts'
import { type Copied, copyProgress } from './copy-progress.ts'
import { copyIn, type Databases } from './copy-table.ts'

/**
 * Fills empty databases with the log and the vault of a backup. The vault forgets the log that it knew, so that what
 * is open in the restored one is suspended. It can be run again after it was interrupted: a log
 * marks a restored installation, and it is written last, in one transaction.
 * @param options.note gets the progress
 * @param options.lost whether to restore a vault with secrets that none of the keys opens
 * @throws when a log exists already, the backup is damaged, or the keys do not open its vault
 */
export async function restore(
  databases: Databases,
  folder: string,
  keys: MasterKeys,
  { lost = false, note = (_: string): void => undefined } = {},
): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const done = copyProgress(note, await sizeOf(folder, manifest))
  if (await withClient(databases.log, hasLog))
    throw new Error('a log exists already and is never overwritten: restore to an empty database')
  await migrateVault(databases.vault)
  await withClient(databases.vault, (client) =>
    inTransaction(client, async () => {
      await client.query('set local session_replication_role = replica')
      await fillTables(client, manifest.vault, join(folder, 'vault'), done)
      await forgetLog(client)
      if (!lost) await assertOpens(client, keys)
    }),
  )
  await withClient(databases.log, (client) =>
    inTransaction(client, async () => {
      await client.query(SCHEMA)
      await fillTables(client, manifest.log, join(folder, 'log'), done)
    }),
  )
  return manifest
}

/** The bytes of a backup's tables. A file that is missing counts nothing here. */
async function sizeOf(folder: string, { log, vault }: Manifest): Promise<number> {
  const files = [
    ...log.map(({ table }) => ['log', table]),
    ...vault.map(({ table }) => ['vault', table]),
  ]
  const sizes = files.map((names) =>
    stat(join(folder, ...names)).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function hasLog(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('events') is not null as found",
  )
  return rows[0]?.found === true
}

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  await work()
  await client.query('commit')
}

async function fillTables(
  client: Client,
  tables: Manifest['log'],
  folder: string,
  done: Copied,
): Promise<void> {
  for (const copied of tables) {
    await client.query(`delete from ${copied.table}`)
    await copyIn(client, copied, folder, done)
  }
}

/** Checks one secret of each key: a backup that was made during a rotation has two. @throws when none of ours opens it */
async function assertOpens(client: Client, keys: MasterKeys): Promise<void> {
  type Row = SealedRow & { readonly reference: string; readonly account_id: string }
  const { rows } = await client.query<Row>(
    `select distinct on (key_id) reference, account_id, nonce, sealed, key_id from secrets
      order by key_id, created_at desc`,
  )
  const ring = keyRing(keys)
  for (const row of rows)
    if (ring.open(row, row) === null)
      throw new Error(
        'secrets of this backup open under neither VAULT_KEY nor VAULT_KEY_BEFORE: set the other key too, or add --lost to restore without them',
      )
}
