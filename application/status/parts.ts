import { makeWhenMissing } from '@recado/infra/postgres/make-when-missing'
import type pg from 'pg'

const DDL = new URL('./parts.sql', import.meta.url)
/** SQL: a process without a report for so long counts as gone. */
const MAX_SILENCE = "interval '15 seconds'"

export type PartState = {
  readonly part: string
  readonly failing_since: string | null
  /** Contains no account's data. */
  readonly why: string | null
}

export type PartSeen = PartState & { readonly is_alive: boolean; readonly seen_at: string }

/** Stores a process's report about its parts. @param process an id of this run of the process */
export function storeParts(
  pool: pg.Pool,
  process: string,
  parts: readonly PartState[],
): Promise<unknown> {
  const text = `with old as (delete from control.parts where seen_at < now() - interval '1 day')
    insert into control.parts (process, part, seen_at, failing_since, why)
      select $1, part, now(), failing_since, why from json_populate_recordset(null::control.parts, $2)
    on conflict (process, part) do update
      set seen_at = excluded.seen_at, failing_since = excluded.failing_since, why = excluded.why`
  const values = [process, JSON.stringify(parts)]
  return makeWhenMissing(pool, DDL, () => pool.query({ name: 'store-parts', text, values }))
}

/** Marks a process as gone at once, so that nobody has to wait until it counts as gone. */
export function markEnded(pool: pg.Pool, process: string): Promise<unknown> {
  const text = `update control.parts set seen_at = seen_at - ${MAX_SILENCE} where process = $1`
  return pool.query(text, [process])
}

/** The state of each part: of its live processes, the one that has failed longest. */
export async function readParts(pool: pg.Pool): Promise<readonly PartSeen[]> {
  const text = `select distinct on (part) part, failing_since, why, seen_at,
      seen_at > now() - ${MAX_SILENCE} as is_alive
    from control.parts order by part, seen_at > now() - ${MAX_SILENCE} desc, failing_since, seen_at desc`
  const { rows } = await makeWhenMissing(pool, DDL, () => pool.query<PartSeen>(text))
  return rows
}
