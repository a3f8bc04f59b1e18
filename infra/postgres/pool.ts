import pg from 'pg'
import { withTimeout } from '../concurrency/with-timeout.ts'

const TIMESTAMPTZ = 1184
const INT8 = 20

/** `2026-01-01 09:00:00.12+00` as `2026-01-01T09:00:00.120Z`: a read model speaks ISO 8601 like the facts do. */
function isoTimestamp(text: string): string {
  const [, day, time, fraction = ''] = /^(\S+) ([\d:]+)(?:\.(\d+))?\+00$/.exec(text) ?? []
  if (day === undefined) throw new Error(`not a UTC timestamp: ${text}; set the session to UTC`)
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}

const parsers = new Map<number, (text: string) => unknown>([
  [TIMESTAMPTZ, isoTimestamp],
  // Positions and counts stay below 2^53, so a number is exact.
  [INT8, Number],
])

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig

/**
 * Session settings for what is derived from the log or soon forgotten, such as leases: a commit waits for no disk,
 * since every request behind it would wait too, and a crash of Postgres costs no more than a few calls too many.
 */
export const COMMIT_AT_ONCE = { synchronous_commit: 'off' } as const

/**
 * Session settings for reads: a named statement is planned once; on small tables it would be planned each time.
 * Such a plan knows no limit and guesses many rows: workers and compiled code would cost more than the page. Made while
 * a table was empty, it would go on reading all of it.
 */
export const PLAN_ONCE = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
} as const

/**
 * Session settings for who finds rows by their keys alone. A named statement that was planned when its table was
 * empty would read all of it from then on, for as long as nobody analyses the table: minutes, while it grows.
 */
export const BY_INDEX = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
} as const

/**
 * Settings of every connection to Postgres: UTC, ISO timestamps as strings, 64-bit integers as numbers.
 * @param searchPath schema that unqualified names live in
 * @param session further settings of Postgres, by name
 * @param dialMs how long it may take to connect
 */
export function connectionSettings(
  url: string,
  searchPath?: string,
  session: Readonly<Record<string, string>> = {},
  dialMs = 5_000,
): pg.ClientConfig {
  const path = searchPath === undefined ? '' : ` -c search_path=${searchPath},public`
  const others = Object.entries(session).map(([name, value]) => ` -c ${name}=${value}`)
  return {
    connectionString: url,
    types,
    options: `-c timezone=UTC -c statement_timeout=60000${path}${others.join('')}`,
    keepAlive: true,
    connectionTimeoutMillis: dialMs,
  }
}

/**
 * A pool with those settings. A broken idle connection is dropped, never thrown.
 * @param options.answerMs the longest a statement may take, its wait for a connection included, whether Postgres works
 *   on it or does not answer at all
 */
export function openPool(
  url: string,
  options: {
    max?: number
    searchPath?: string
    session?: Readonly<Record<string, string>>
    answerMs?: number
    dialMs?: number
    /** Statements on one connection are sent without waiting for the answers to those before them. */
    pipeline?: boolean
  } = {},
): pg.Pool {
  const { answerMs, session } = options
  // Else Postgres would go on with what nobody waits for any more, beside what is asked over the next connection.
  const bounded = answerMs === undefined ? {} : { statement_timeout: String(answerMs) }
  const pool = new pg.Pool({
    ...connectionSettings(url, options.searchPath, { ...session, ...bounded }, options.dialMs),
    max: options.max ?? 8,
    ...(options.answerMs !== undefined && { query_timeout: options.answerMs }),
    ...(options.pipeline && { pipeline: true }),
  })
  pool.on('error', () => undefined)
  // One that breaks while somebody has it fails what is asked of it; this event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (options.answerMs !== undefined) bound(pool, options.answerMs)
  return pool
}

function bound(pool: pg.Pool, answerMs: number): void {
  const query = pool.query.bind(pool) as (...statement: unknown[]) => Promise<unknown>
  const late = () => new Error('timeout expired')
  Object.assign(pool, {
    query: (...statement: unknown[]) => withTimeout(answerMs, query(...statement), late),
  })
}
