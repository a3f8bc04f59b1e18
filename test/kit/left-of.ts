import { Client } from 'pg'
import { keyedLog } from './keyed-log.ts'
import type { Product } from './product.ts'

type Servers = Pick<Product, 'config'>

/** The types of the facts that have one of the words, as who has all keys of the vault reads them. */
export async function factsWith(
  { config }: Servers,
  words: readonly string[],
): Promise<readonly string[]> {
  const { store } = keyedLog(config)
  const found: string[] = []
  for await (const { type, data } of store.readAll({ from: 'start' }))
    if (words.some((word) => JSON.stringify(data).includes(word))) found.push(type)
  await store.close()
  return found
}

/** The tables of a database with a row that has one of the words. */
export async function tablesWith(
  url: string,
  words: readonly string[],
): Promise<readonly string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    )
    const found: string[] = []
    for (const { name } of rows) {
      const patterns = words.map((word) => `%${word}%`)
      const held = await client.query(
        `select from ${name} t where t::text ilike any($1::text[]) limit 1`,
        [patterns],
      )
      if (held.rowCount !== 0) found.push(name)
    }
    return found
  } finally {
    await client.end()
  }
}
