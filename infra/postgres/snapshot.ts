import type pg from 'pg'
import { type Run, runOn } from './run.ts'
import { sendInOneWrite } from './send-in-one-write.ts'
import { isPostgresUnavailable } from './unavailable.ts'

/**
 * Reads in one snapshot that is checked first. On a pipelining pool the first statement of the reading is sent together with
 * the check, in one write; its result is discarded if the check fails.
 * @param query without parameters, whose rows `check` is given in the same snapshot
 * @throws what `check` throws, before what the reading throws
 */
export async function inSnapshot<Row, T>(
  pool: Pick<pg.Pool, 'connect'>,
  query: string,
  check: (rows: readonly Row[]) => void,
  reading: (run: Run) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const sent = sendInOneWrite(
    client,
    () => [begin<Row>(client, query), reading(runOn(client))] as const,
  )
  const [begun, read] = await Promise.allSettled(sent)
  end(client, [begun, read])
  if (begun.status === 'rejected') throw begun.reason
  check(begun.value)
  if (read.status === 'rejected') throw read.reason
  return read.value
}

async function begin<Row>(client: pg.ClientBase, query: string): Promise<readonly Row[]> {
  const text = `begin isolation level repeatable read read only; ${query}`
  const results: unknown = await client.query(text)
  const [, { rows }] = results as [unknown, { rows: readonly Row[] }]
  return rows
}

/** Nothing was written, so the answer does not wait for the commit, and its failure loses nothing. */
function end(client: pg.PoolClient, outcomes: readonly PromiseSettledResult<unknown>[]): void {
  const isBroken = (of: PromiseSettledResult<unknown>) =>
    of.status === 'rejected' && isPostgresUnavailable(of.reason)
  if (outcomes.some(isBroken)) client.release(true)
  else
    client.query('commit').then(
      () => client.release(),
      () => client.release(true),
    )
}
