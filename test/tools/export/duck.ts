import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance, type Json } from '@duckdb/node-api'

/** Rows in DuckDB's JSON form: numbers beyond 2^53, times and JSON are strings. */
export type DuckRows = Record<string, Json>[]

/** Queries the views of an export with DuckDB, as `duckdb -init views.sql` in its folder does. */
export async function askDuck(folder: string, question: string): Promise<DuckRows> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run(`set file_search_path = '${folder}'`)
    await connection.run(await readFile(join(folder, 'views.sql'), 'utf8'))
    return (await connection.runAndReadAll(question)).getRowObjectsJson()
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}
