import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Copied } from './copy-progress.ts'

/** A table in a backup: a file of its rows in the text format of Postgres's `copy`. */
export type CopiedTable = {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: number
  readonly sha256: string
}

export type Databases = { readonly log: string; readonly vault: string }

/** Writes a table to a file that must not exist; its rows are on disk when this resolves. */
export async function copyOut(
  client: Client,
  table: string,
  folder: string,
  copied: Copied,
): Promise<CopiedTable> {
  const columns = await columnsOf(client, table)
  const rows = client.query(copyTo(`copy ${table} (${columns.join(', ')}) to stdout`))
  const file = createWriteStream(join(folder, table), { flags: 'wx', mode: 0o600, flush: true })
  const { hash, pass } = hashingPass(copied)
  await pipeline(rows, pass, file)
  return { table, columns, rows: rows.rowCount, sha256: hash.digest('hex') }
}

/**
 * Fills a table, which must be empty, with the rows of a file.
 * @throws when the table has other columns, or the file is not the one that was written
 */
export async function copyIn(
  client: Client,
  copied: CopiedTable,
  folder: string,
  done: Copied,
): Promise<void> {
  const { table, columns } = copied
  const now = await columnsOf(client, table)
  if ([...now].sort().join() !== [...columns].sort().join())
    throw new Error(
      `${table} has other columns in this release: restore with the release that made the backup, then upgrade`,
    )
  const file = join(folder, table)
  const { hash, pass } = hashingPass(done)
  try {
    const rows = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
    await pipeline(createReadStream(file), pass, rows)
    if (rows.rowCount !== copied.rows || hash.digest('hex') !== copied.sha256)
      throw new DamagedBackup(file)
  } catch (error) {
    // Postgres refuses most damaged rows, in words about rows.
    throw (await isAsWritten(file, copied)) ? error : new DamagedBackup(file, error)
  }
}

/** A file of the backup is not what was written. */
export class DamagedBackup extends Error {
  constructor(file: string, cause?: unknown) {
    super(`this backup is damaged: ${file} is not what was written`, { cause })
  }
}

async function isAsWritten(file: string, { sha256 }: CopiedTable): Promise<boolean> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk)
  } catch {
    return false
  }
  return hash.digest('hex') === sha256
}

async function columnsOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns
      where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
    [table],
  )
  return rows.map(({ column_name }) => column_name)
}

function hashingPass(done: Copied) {
  const hash = createHash('sha256')
  async function* pass(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      done(chunk.length)
      yield chunk
    }
  }
  return { hash, pass }
}
