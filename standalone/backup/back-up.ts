import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { flushNames, readPrivate, writePrivate } from '../private-file.ts'
import { withClient } from '../servers/with-client.ts'
import { type CopiedTable, copyOut, type Databases } from './copy-table.ts'

/** The contents of a backup. It is written last: a folder without it is no complete backup. */
export type Manifest = {
  readonly made_at: string
  readonly log: readonly CopiedTable[]
  readonly vault: readonly CopiedTable[]
}

const TABLES = { log: ['events', 'streams', 'writer'], vault: ['sealing_key', 'secrets'] } as const

/**
 * Copies log and vault to a folder while the product runs, each from one snapshot. The log is copied first: a secret is
 * stored before the fact that references it, so the later copy of the vault has every secret that the log references.
 * @param beside copies the other files of the backup
 * @throws when the folder is not empty
 */
export async function backUp(
  databases: Databases,
  folder: string,
  beside: () => Promise<void> = async () => undefined,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty: name another`)
  const made_at = new Date().toISOString()
  const log = await copied(databases.log, TABLES.log, join(folder, 'log'))
  const vault = await copied(databases.vault, TABLES.vault, join(folder, 'vault'))
  await beside()
  const manifest = { made_at, log, vault }
  await writePrivate(manifestIn(folder), manifest)
  return manifest
}

/** @throws when the folder holds no backup, or an unfinished one */
export async function readManifest(folder: string): Promise<Manifest> {
  const manifest = await readPrivate<Manifest>(manifestIn(folder))
  if (manifest === undefined) throw new Error(`${folder} is no backup, or one that was broken off`)
  return manifest
}

const manifestIn = (folder: string) => join(folder, 'backup.json')

async function copied(
  url: string,
  tables: readonly string[],
  folder: string,
): Promise<CopiedTable[]> {
  await mkdir(folder, { mode: 0o700 })
  return withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const done: CopiedTable[] = []
    for (const table of tables) done.push(await copyOut(client, table, folder))
    await client.query('commit')
    await flushNames(folder)
    return done
  })
}
