import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '@recado/infra/config'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { connectEventStore, type Log } from '@recado/infra/event-store/eventstoredb'
import { Client } from 'pg'
import { keyedLog } from './keyed-log.ts'

/** Where words were found, as lines that say so. */
type Left = readonly string[]

/** Where a word of a person is left: in the log as stored and as who has the keys reads it, and in all tables. */
export async function leftOf(config: Config, words: readonly string[]): Promise<Left> {
  const stored = connectEventStore(config.EVENTSTORE_URL)
  const urls = [config.DATABASE_URL, config.VAULT_URL]
  const found = await Promise.all([
    factsLeft(config, words),
    linesOf(stored, words).then((facts) => facts.map((fact) => `as stored: ${fact}`)),
    ...urls.map((url) => rowsWith(url, words)),
  ])
  return found.flat()
}

/** The facts in which a word is left, as who has the keys of the vault reads them. */
export function factsLeft(config: Config, words: readonly string[]): Promise<Left> {
  return linesOf(keyedLog(config), words)
}

async function linesOf(log: Log, words: readonly string[]): Promise<Left> {
  const facts = await factsIn(log, words)
  return facts.map((fact) => {
    const hits = wordsIn(textOf(fact), words)
    return `${fact.type} of ${fact.stream} has ${hits.join(', ')}`
  })
}

/** The types of the facts that have one of the words, as who has all keys of the vault reads them. */
export async function factsWith(
  { config }: { readonly config: Config },
  words: readonly string[],
): Promise<readonly string[]> {
  return (await factsIn(keyedLog(config), words)).map(({ type }) => type)
}

async function factsIn(
  { store }: Log,
  words: readonly string[],
): Promise<readonly RecordedEvent[]> {
  const found: RecordedEvent[] = []
  for await (const fact of store.readAll({ from: 'start' }))
    if (wordsIn(textOf(fact), words).length > 0) found.push(fact)
  await store.close()
  return found
}

function textOf({ stream, data, metadata }: RecordedEvent): string {
  return JSON.stringify([stream, data, metadata])
}

/** The words that a text has, whatever their case. */
export function wordsIn(text: string, words: readonly string[]): Left {
  const lower = text.toLowerCase()
  return [...new Set(words)].filter((word) => lower.includes(word.toLowerCase()))
}

/** The tables of a database with a row that has one of the words. */
export async function tablesWith(
  url: string,
  words: readonly string[],
): Promise<readonly string[]> {
  const rows = await rowsIn(url, words)
  return [...new Set(rows.map(({ table }) => table))]
}

async function rowsWith(url: string, words: readonly string[]): Promise<Left> {
  const rows = await rowsIn(url, words)
  return rows.map(({ table, row }) => `${table} has ${wordsIn(row, words).join(', ')}`)
}

type Row = { readonly table: string; readonly row: string }

/** The rows of all tables of a database in which a word is left. */
async function rowsIn(url: string, words: readonly string[]): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    )
    const found: Row[] = []
    for (const { name } of rows) found.push(...(await rowsOf(client, name, words)))
    return found
  } finally {
    await client.end()
  }
}

async function rowsOf(
  client: Client,
  table: string,
  words: readonly string[],
): Promise<readonly Row[]> {
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const { rows } = await client.query<{ row: string }>(
    `select t::text as row from ${table} t where t::text ilike any($1)`,
    [patterns],
  )
  return rows.map(({ row }) => ({ table, row }))
}

/** The files below a folder in which a word is left. */
export async function filesLeft(folder: string, words: readonly string[]): Promise<Left> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const hits = wordsIn(await readFile(path, 'latin1'), words)
    if (hits.length > 0) found.push(`${path} has ${hits.join(', ')}`)
  }
  return found
}
