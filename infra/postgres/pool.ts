import pg from 'pg'
import { processTime } from '../concurrency/running-time.ts'
import { clientWithTimeout, TIMEOUT_MESSAGE } from './client-with-timeout.ts'

const TIMESTAMPTZ = 1184
const INT8 = 20

/** `2026-01-01 09:00:00.12+00` becomes `2026-01-01T09:00:00.120Z`, the form that facts have. */
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

/** For derived or soon forgotten data, such as leases: commits skip the disk, and a crash costs at most a few calls. */
export const COMMIT_AT_ONCE = { synchronous_commit: 'off' } as const

/**
 * Session settings for reads: a named statement is planned once, instead of each time on small tables. A generic plan
 * ignores limits and overestimates rows, so parallel workers and JIT would cost more than the page; a plan made on an
 * empty table would keep scanning the table sequentially.
 */
export const PLAN_ONCE = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
} as const

/** For lookups by key: a statement planned on an empty table would scan it as it grows, until an analyse. */
export const BY_INDEX = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
} as const

/** Settings of every connection: UTC, timestamps as ISO strings, int8 as numbers. @param dialMs time to connect */
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
 * A pool with those settings; broken idle connections are dropped.
 * @param options.answerMs the longest time of a statement, its wait for a connection included, even when Postgres is
 *   silent; of running time
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
  // Else Postgres would continue a statement that nobody waits for, beside the one on the next connection.
  const bounded = answerMs === undefined ? {} : { statement_timeout: String(answerMs) }
  const pool = new pg.Pool({
    ...connectionSettings(url, options.searchPath, { ...session, ...bounded }, options.dialMs),
    max: options.max ?? 8,
    ...(answerMs !== undefined && { Client: clientWithTimeout(answerMs) }),
    ...(options.pipeline && { pipeline: true }),
  })
  pool.on('error', () => undefined)
  // A connection that breaks in use fails its statement; without a listener this event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  if (answerMs !== undefined) boundQueries(pool, answerMs)
  return pool
}

function boundQueries(pool: pg.Pool, answerMs: number): void {
  const query = pool.query.bind(pool) as (...statement: unknown[]) => Promise<unknown>
  const late = () => new Error(TIMEOUT_MESSAGE)
  const time = processTime()
  Object.assign(pool, {
    query: (...statement: unknown[]) => time.within(answerMs, query(...statement), late),
  })
}
