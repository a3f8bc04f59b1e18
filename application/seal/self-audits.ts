import { makeControlTables } from '@recado/infra/postgres/make-when-missing'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type pg from 'pg'
import { rowsIfTableExists } from '../read-models/rows-if-table-exists.ts'
import type { SealFault } from './audit/seal-finding.ts'
import type { SealedTree } from './sealed-tree.ts'

const DDL = new URL('./self-audits.sql', import.meta.url)

/** How an audit ended that the product made of one of its own trees. */
export type SelfAudit = {
  readonly tree: string
  readonly began_at: string
  readonly ended_at: string
  /** Facts of the log that were read, those of other trees included. */
  readonly facts_read: number
  /** Facts of the tree. */
  readonly leaves: number
  /** How many of them are not sealed yet. */
  readonly waiting: number
  /** How many differences were found of each kind. */
  readonly differences: Readonly<Partial<Record<SealFault, number>>>
  /** What kind of fault ended it early; null when it was finished. */
  readonly failure: string | null
}

/** The tree whose turn it is. */
export type NextSelfAudit = Pick<SealedTree, 'checkpoint'> & {
  readonly tree: string
  /** Whether its audit was begun, and not ended. */
  readonly is_open: boolean
  /** When the last audit of any tree ended; null before the first. */
  readonly last_ended_at: string | null
}

/** Creates the table if it is missing. Losing it costs the order of turns, nothing else. */
export async function createSelfAudits(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  await makeControlTables(client, DDL)
  await client.query('commit')
}

/** The tree whose last audit is longest ago, before them one whose audit was interrupted; null when none is sealed. */
export async function nextSelfAudit(run: Run): Promise<NextSelfAudit | null> {
  const [next] = await run<NextSelfAudit>(sql`
    select s.id as tree, s.checkpoint, coalesce(a.is_open, false) as is_open,
      (select max(ended_at) from control.self_audits) as last_ended_at
    from seals s left join control.self_audits a on a.tree = s.id
    where s.checkpoint is not null
    order by coalesce(a.is_open, false) desc, a.ended_at nulls first, s.id limit 1`)
  return next ?? null
}

export async function noteSelfAuditBegun(run: Run, tree: string): Promise<void> {
  await run(sql`insert into control.self_audits (tree, is_open) values (${tree}, true)
    on conflict (tree) do update set is_open = true`)
}

export async function noteSelfAuditEnded(run: Run, audit: SelfAudit): Promise<void> {
  await run(sql`update control.self_audits
    set is_open = false, ended_at = ${audit.ended_at}, last = ${JSON.stringify(audit)}
    where tree = ${audit.tree}`)
}

/** The newest result, and of how many trees the newest one is not clean. */
export type SelfAudits = {
  readonly last: SelfAudit | null
  readonly faulty: number
  /** When the first of these ended. */
  readonly since: string | null
}

/** SQL: whether the last audit of a tree found differences, or could not be finished. */
export const IS_FAULTY = "(last -> 'differences' <> '{}' or last ->> 'failure' is not null)"

const NO_AUDITS: SelfAudits = { last: null, faulty: 0, since: null }

/** @param pool of the process that asks; another one creates the table */
export async function readSelfAudits(pool: Pick<pg.Pool, 'query'>): Promise<SelfAudits> {
  const [read] = await rowsIfTableExists(
    pool.query<SelfAudits>(`
      with newest as (select last from control.self_audits where last is not null order by ended_at desc limit 1)
      select (select last from newest) as last, count(*)::int as faulty, min(ended_at) as since
      from control.self_audits where ${IS_FAULTY}`),
  )
  return read ?? NO_AUDITS
}
