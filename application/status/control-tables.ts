import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

/** Whether a control table exists: the process that works with it creates it on start. */
export async function hasTable(run: Run, table: string): Promise<boolean> {
  const [row] = await run<Stands>(sql`select to_regclass(${table}) is not null as stands`)
  return row?.stands ?? false
}

/** Whether a table exists and has a column, which the table of an older release may lack. */
export async function hasColumn(run: Run, table: string, column: string): Promise<boolean> {
  const [row] = await run<Stands>(sql`select exists (select from pg_attribute
    where attrelid = to_regclass(${table}) and attname = ${column}) as stands`)
  return row?.stands ?? false
}

type Stands = { readonly stands: boolean }
