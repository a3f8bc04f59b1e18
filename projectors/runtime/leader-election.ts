import { doubling } from '@recado/infra/concurrency/backoff'
import { sleep } from '@recado/infra/concurrency/sleep'
import { BY_INDEX, connectionSettings } from '@recado/infra/postgres/pool'
import pg from 'pg'

/** What an elected runner works with: its connection holds the lock, so a lost connection ends its leadership. */
export type Leadership = { readonly client: pg.Client; readonly signal: AbortSignal }

/**
 * Elects one runner by an advisory lock and lets it work until the signal aborts. Standbys ask again every
 * half second; a leadership that ends with an error is followed by another election.
 * @param role names the lock, such as fold:read_1
 * @throws what `isFatal` says nobody can recover from
 */
export async function electLeader(
  options: {
    databaseUrl: string
    searchPath?: string
    role: string
    signal: AbortSignal
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
    await sleep(doubling(failures - 1, 500, 5_000), options.signal)
  }
}

async function lead(
  options: { databaseUrl: string; searchPath?: string; role: string; signal: AbortSignal },
  work: (leadership: Leadership) => Promise<void>,
): Promise<boolean> {
  const client = new pg.Client({
    ...connectionSettings(options.databaseUrl, options.searchPath, BY_INDEX),
    pipeline: true,
  } as pg.ClientConfig)
  const lost = new AbortController()
  client.on('error', (error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error('the connection to Postgres ended')))
  await client.connect()
  try {
    if (!(await elected(client, options.role, options.signal))) return false
    await work({ client, signal: AbortSignal.any([options.signal, lost.signal]) })
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function elected(client: pg.Client, role: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const { rows } = await client.query(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as won',
      [role],
    )
    if (rows[0].won) return true
    await sleep(500, signal)
  }
  return false
}
