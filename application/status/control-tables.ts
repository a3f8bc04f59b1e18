import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

/** Whoever works with a control table makes it when it starts. */
export async function hasTable(run: Run, table: string): Promise<boolean> {
  const [row] = await run<Stands>(sql`select to_regclass(${table}) is not null as stands`)
  return row?.stands ?? false
}

/** False also for a table of an older release, which lacks the column. */
export async function hasColumn(run: Run, table: string, column: string): Promise<boolean> {
  const [row] = await run<Stands>(sql`select exists (select from pg_attribute
    where attrelid = to_regclass(${table}) and attname = ${column}) as stands`)
  return row?.stands ?? false
}

type Stands = { readonly stands: boolean }
