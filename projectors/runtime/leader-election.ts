import { doublingWait } from '@recado/infra/concurrency/backoff'
import { sleep } from '@recado/infra/concurrency/sleep'
import { withTimeout } from '@recado/infra/concurrency/with-timeout'
import { DEADLINES } from '@recado/infra/deadlines'
import { BY_INDEX, connectionSettings } from '@recado/infra/postgres/pool'
import pg from 'pg'
import { startHeartbeat } from './start-heartbeat.ts'

/** Ends the session of a silent leader: a frozen process would otherwise keep the lock, and all standbys waiting. */
const SILENCE_MS = 15_000

/** What an elected runner works with. Its connection holds the lock, so a lost connection ends its leadership. */
export type Leadership = { readonly client: pg.Client; readonly signal: AbortSignal }

type Election = {
  databaseUrl: string
  searchPath?: string
  role: string
  signal: AbortSignal
  leads?: (isLeader: boolean) => void
  /** Whether to try now; a try in vain ends with `leads(false)`. */
  mayTry?: (client: pg.Client) => Promise<boolean>
  /** Default SILENCE_MS, in ms. */
  silenceMs?: number
  /** Default DEADLINES.statement, in ms. */
  unansweredMs?: number
}

/**
 * Elects one runner by an advisory lock and lets it work until the signal aborts. Standbys retry every half second. A
 * leadership that ends with an error is followed by another election.
 * @param role names the lock, such as projector:read_1
 * @throws errors that `isFatal` declares unrecoverable
 */
export async function electLeader(
  options: Election & {
    isFatal?: (error: unknown) => boolean
    onError: (error: unknown) => void
  },
  work: (leadership: Leadership) => Promise<void>,
): Promise<void> {
  for (let failures = 0; !options.signal.aborted; ) {
    try {
      if (await lead(options, work)) failures = 0
    } catch (error) {
      if (options.isFatal?.(error)) throw error
      failures += 1
      if (!options.signal.aborted) options.onError(error)
    }
    await sleep(doublingWait(failures - 1, 500, 5_000), options.signal)
  }
}

async function lead(
  options: Election,
  work: (leadership: Leadership) => Promise<void>,
): Promise<boolean> {
  const { silenceMs = SILENCE_MS, unansweredMs = DEADLINES.statement } = options
  const session = { ...BY_INDEX, ...sessionTimeouts(silenceMs) }
  const client = new pg.Client({
    ...connectionSettings(options.databaseUrl, options.searchPath, session),
    pipeline: true,
  } as pg.ClientConfig)
  const lost = new AbortController()
  client.on('error', (error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error('the connection to Postgres ended')))
  await client.connect()
  const endTalk = startHeartbeat(client, { everyMs: silenceMs / 5, unansweredMs })
  try {
    options.leads?.(false)
    if (!(await untilElected(client, options))) return false
    options.leads?.(true)
    await work({ client, signal: AbortSignal.any([options.signal, lost.signal]) })
    return true
  } finally {
    endTalk()
    options.leads?.(false)
    await hangUp(client)
  }
}

function sessionTimeouts(ms: number) {
  return { idle_session_timeout: `${ms}`, idle_in_transaction_session_timeout: `${ms}` }
}

/** Ends the connection once its queries are answered, or without that after a deadline. */
async function hangUp(client: pg.Client): Promise<void> {
  await withTimeout(DEADLINES.request, client.end()).catch(() => client.connection.stream.destroy())
}

async function untilElected(
  client: pg.Client,
  { role, signal, mayTry, leads }: Election,
): Promise<boolean> {
  while (!signal.aborted) {
    if (mayTry === undefined || (await mayTry(client))) {
      if (await hasWon(client, role)) return true
      leads?.(false)
    }
    await sleep(500, signal)
  }
  return false
}

async function hasWon(client: pg.Client, role: string): Promise<boolean> {
  const text = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as won'
  return (await client.query(text, [role])).rows[0].won
}
