import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { flushFolder, readPrivate, writePrivate } from '@recado/infra/private-file'
import { withClient } from '../servers/with-client.ts'
import type { Copied } from './copy-progress.ts'
import { type CopiedTable, copyOut, DamagedBackup, type Databases } from './copy-table.ts'

/** The contents of a backup. It is written last: a folder without it is no complete backup. */
export type Manifest = {
  readonly made_at: string
  readonly log: readonly CopiedTable[]
  readonly vault: readonly CopiedTable[]
}

const TABLES = {
  log: ['events', 'streams', 'writer'],
  vault: ['sealing_key', 'secrets', 'fact_keys', 'expired_keys'],
} as const

/**
 * Copies log and vault to a folder while the product runs, each from one snapshot. The log is copied first: a secret is
 * stored before the fact that references it, so the later copy of the vault has every secret that the log references.
 * @param beside copies the other files into the backup
 * @param done called with the bytes of each piece that was copied
 * @throws when the folder is not empty
 */
export async function backUp(
  databases: Databases,
  folder: string,
  beside: () => Promise<void> = async () => undefined,
  done: Copied = () => undefined,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: name another`)
  const made_at = new Date().toISOString()
  const log = await copyTables(databases.log, TABLES.log, join(folder, 'log'), done)
  const vault = await copyTables(databases.vault, TABLES.vault, join(folder, 'vault'), done)
  await beside()
  const manifest = { made_at, log, vault }
  await writePrivate(manifestIn(folder), manifest)
  return manifest
}

/** @throws when the folder holds no backup, an unfinished one, or one whose manifest is damaged */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = manifestIn(folder)
  const manifest = await readPrivate<unknown>(file).catch((error: NodeJS.ErrnoException) => {
    // An error of the file system has a code; what is no JSON has none.
    throw error.code === undefined ? new DamagedBackup(file, error) : error
  })
  if (manifest === undefined)
    throw new Error(`${folder} is no complete backup; name the folder of one`)
  if (!isManifest(manifest)) throw new DamagedBackup(file)
  return manifest
}

function isManifest(value: unknown): value is Manifest {
  const { made_at, log, vault } = Object(value) as Partial<Manifest>
  return typeof made_at === 'string' && [log, vault].every(areTables)
}

function areTables(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isTable)
}

/** Names of tables and columns become parts of statements. */
const NAME = /^[a-z_]+$/

function isTable(value: unknown): boolean {
  const { table, columns, rows, sha256 } = Object(value) as Partial<CopiedTable>
  return (
    [table, ...(Array.isArray(columns) ? columns : [null])].every(
      (name) => typeof name === 'string' && NAME.test(name),
    ) &&
    Number.isInteger(rows) &&
    typeof sha256 === 'string'
  )
}

const manifestIn = (folder: string) => join(folder, 'backup.json')

async function copyTables(
  url: string,
  tables: readonly string[],
  folder: string,
  done: Copied,
): Promise<CopiedTable[]> {
  await mkdir(folder, { mode: 0o700 })
  return withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const out: CopiedTable[] = []
    for (const table of tables) out.push(await copyOut(client, table, folder, done))
    await client.query('commit')
    await flushFolder(folder)
    return out
  })
}
