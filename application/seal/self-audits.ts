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
  /** When the open audit was first begun. */
  readonly begun_at: string | null
  /** How often the open audit was begun. */
  readonly tries: number
  /** When the last audit of this tree ended; null before the first. */
  readonly ended_at: string | null
}

/** What a result has as its failure when the process of each try was stopped. */
export const INTERRUPTED = 'interrupted'

/** Creates the table if it is missing. Losing it costs the order of turns, nothing else. */
export async function createSelfAudits(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  await makeControlTables(client, DDL)
  await client.query('commit')
}

/** Gives new trees their place behind all that wait already, so that new ones keep no old one from its turn. */
export async function addTreesToAudit(run: Run, now: string): Promise<void> {
  await run(sql`insert into control.self_audits (tree, is_open, known_at)
    select s.id, false, ${now} from seals s where s.checkpoint is not null
      and not exists (select from control.self_audits a where a.tree = s.id)
    on conflict (tree) do nothing`)
}

/** The tree that has waited longest, before all one whose audit was interrupted; null when none is known. */
export async function nextSelfAudit(run: Run): Promise<NextSelfAudit | null> {
  const [next] = await run<NextSelfAudit>(sql`
    select a.tree, s.checkpoint, a.is_open, a.begun_at, a.tries, a.ended_at
    from control.self_audits a join seals s on s.id = a.tree
    where s.checkpoint is not null
    order by a.is_open desc, coalesce(a.ended_at, a.known_at) nulls first, a.tree limit 1`)
  return next ?? null
}

export async function noteSelfAuditBegun(run: Run, tree: string, now: string): Promise<void> {
  await run(sql`insert into control.self_audits as a (tree, is_open, known_at, begun_at, tries)
    values (${tree}, true, ${now}, ${now}, 1)
    on conflict (tree) do update set is_open = true, tries = a.tries + 1,
      begun_at = coalesce(a.begun_at, ${now})`)
}

export async function noteSelfAuditEnded(run: Run, audit: SelfAudit): Promise<void> {
  await run(sql`update control.self_audits
    set is_open = false, begun_at = null, tries = 0, ended_at = ${audit.ended_at}, last = ${JSON.stringify(audit)}
    where tree = ${audit.tree}`)
}

/** The newest result, and of how many trees the newest one is not clean. */
export type SelfAudits = {
  readonly last: SelfAudit | null
  readonly faulty: number
  /** When the first of these ended. */
  readonly since: string | null
  /** When the audit was first begun that has not ended; null when none is under way. */
  readonly open_since: string | null
  /** When an audit ended last, or the first tree became known; null without trees. */
  readonly idle_since: string | null
}

const NO_AUDITS: SelfAudits = {
  ...{ last: null, faulty: 0, since: null, open_since: null, idle_since: null },
}

/** SQL: the audits of trees that are still there. Nobody could mend what was found in one that is gone. */
const PRESENT = 'from control.self_audits a where exists (select from seals s where s.id = a.tree)'
const IS_FAULTY = "(last -> 'differences' <> '{}' or last ->> 'failure' is not null)"

/** SQL: how many trees were not clean when they were audited last. */
export const FAULTY_TREES = `select count(*)::int as n ${PRESENT} and ${IS_FAULTY}`

/** @param pool of the process that asks; another one creates the table */
export async function readSelfAudits(pool: Pick<pg.Pool, 'query'>): Promise<SelfAudits> {
  const [read] = await rowsIfTableExists(
    pool.query<SelfAudits>(`
      with present as (select a.* ${PRESENT})
      select (select last from present where last is not null order by ended_at desc, tree limit 1) as last,
        (count(*) filter (where ${IS_FAULTY}))::int as faulty,
        min(ended_at) filter (where ${IS_FAULTY}) as since,
        min(begun_at) filter (where is_open) as open_since,
        coalesce(max(ended_at), min(known_at)) as idle_since
      from present`),
  )
  return read ?? NO_AUDITS
}
