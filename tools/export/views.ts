import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ColumnKind } from './columns.ts'
import type { Manifest } from './manifest.ts'
import { columnsOf } from './row.ts'
import { TABLES } from './tables.ts'

const TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'VARCHAR',
  timestamp: 'TIMESTAMP',
  integer: 'BIGINT',
  boolean: 'BOOLEAN',
  json: 'JSON',
}

/** Writes `views.sql`, so that a query of DuckDB is the same for both formats, and for a category without facts. */
export async function writeViews(folder: string, { request, files }: Manifest): Promise<void> {
  const { categories, format } = request
  const wanted = categories.length > 0 ? categories : Object.keys(TABLES)
  const found = new Set(files.map(({ category }) => category))
  const views = wanted.map((category) => {
    const rows = found.has(category) ? rowsOf(category, format) : noRows(category)
    return `create or replace view "${category}" as ${rows};\n`
  })
  await writeFile(join(folder, 'views.sql'), views.join(''))
}

function rowsOf(category: string, format: 'parquet' | 'ndjson'): string {
  if (format === 'parquet') return `select * from read_parquet('${category}-*.parquet')`
  const columns = columnTypes(category).map(([name, type]) => `"${name}": '${type}'`)
  return `select * from read_ndjson('${category}-*.ndjson', columns={${columns.join(', ')}})`
}

function noRows(category: string): string {
  const columns = columnTypes(category).map(([name, type]) => `null::${type} as "${name}"`)
  return `select ${columns.join(', ')} where false`
}

function columnTypes(category: string): readonly (readonly [string, string])[] {
  return Object.entries(columnsOf(category)).map(([name, kind]) => [name, TYPES[kind]])
}
