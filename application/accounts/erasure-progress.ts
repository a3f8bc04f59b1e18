import { makeWhenMissing } from '@recado/infra/postgres/make-when-missing'
import { type Pool, runOn } from '@recado/infra/postgres/run'
import { type Statement, sql } from '@recado/infra/postgres/sql'

const DDL = new URL('./account-erasures.sql', import.meta.url)

/** How far the erasure of an account is. */
export type ErasureProgress = {
  /** Every fact of the log up to this position was looked at; -1 before the first. */
  readonly scanned: bigint
  /** How many facts had a key that was destroyed. */
  readonly facts: number
  readonly rows: number
}

const NONE: ErasureProgress = { scanned: -1n, facts: 0, rows: 0 }

export async function readProgress(pool: Pool, accountId: string): Promise<ErasureProgress> {
  const [row] = await all<Omit<ErasureProgress, 'scanned'> & { scanned: string }>(
    pool,
    sql`select scanned::text, facts::float8, rows::float8 from control.account_erasures
      where account_id = ${accountId}`,
  )
  return row === undefined ? NONE : { ...row, scanned: BigInt(row.scanned) }
}

/** Notes facts whose keys were destroyed, and up to where all were. */
export async function noteScanned(
  pool: Pool,
  accountId: string,
  { scanned, facts }: Pick<ErasureProgress, 'scanned' | 'facts'>,
): Promise<void> {
  await all(
    pool,
    sql`insert into control.account_erasures as e (account_id, scanned, facts)
      values (${accountId}, ${String(scanned)}, ${facts})
      on conflict (account_id) do update
        set scanned = excluded.scanned, facts = e.facts + excluded.facts`,
  )
}

export async function noteRemoved(pool: Pool, accountId: string, rows: number): Promise<void> {
  await all(
    pool,
    sql`insert into control.account_erasures as e (account_id, rows) values (${accountId}, ${rows})
      on conflict (account_id) do update set rows = e.rows + excluded.rows`,
  )
}

/** The log is to be looked at from its start again. */
export async function forgetProgress(pool: Pool, accountId: string): Promise<void> {
  await all(pool, sql`delete from control.account_erasures where account_id = ${accountId}`)
}

function all<Row>(pool: Pool, statement: Statement): Promise<Row[]> {
  return makeWhenMissing(pool, DDL, () => runOn(pool)<Row>(statement))
}
