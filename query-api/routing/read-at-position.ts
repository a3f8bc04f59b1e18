import { boundedStore } from '@recado/application/audit/bounded-store'
import { headOfFollowedStreams } from '@recado/application/read-models/followed'
import { bucketOf, partitionSql } from '@recado/application/read-models/partitions'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import { HttpProblem, unavailable } from '@recado/infra/http/http-problem'
import { aside } from '@recado/infra/http/request-places'
import { type Run, runOn } from '@recado/infra/postgres/run'
import { inSnapshot } from '@recado/infra/postgres/snapshot'
import { raw, sql } from '@recado/infra/postgres/sql'
import type { ServedDeps } from '../deps.ts'
import type { LogReads } from '../log/log-reads.ts'
import type { QueryInput } from './query-route.ts'

type Reading<T> = (run: Run) => Promise<T>

/** A request that reads; its header `x-min-event-position` asks for a position. */
export type Reader = Pick<QueryInput<unknown, unknown>, 'caller' | 'account' | 'request' | 'reply'>

/**
 * Reads from Postgres; with a requested position, in one snapshot that has passed it.
 * @throws HttpProblem 400 for an invalid position, 503 when the read models do not pass it in time
 */
export async function withRun<T>(
  reader: Reader,
  deps: ServedDeps,
  reading: Reading<T>,
): Promise<T> {
  const accountId = reader.account.id
  const position = await awaitPosition(reader, deps)
  if (position === null) return reading(runFor(accountId, deps))
  return requirePosition(position, deps.logOf(reader), () =>
    deps.reads.run(accountId, () =>
      inSnapshot(
        deps.pool,
        checkpointOf(accountId),
        (rows: readonly CheckpointRow[]) => requireReached(rows, position),
        reading,
      ),
    ),
  )
}

/** Runs each statement when it is the account's turn to use a connection. */
export function runFor(
  accountId: string,
  { pool, reads }: Pick<ServedDeps, 'pool' | 'reads'>,
): Run {
  const run = runOn(pool)
  return (statement) => reads.run(accountId, () => run(statement))
}

/**
 * The same for routes that also read the log. No connection is held meanwhile, because a slow log would then block all
 * access to Postgres. Each statement has passed the position, but sees a state of its own.
 */
export async function withoutSnapshot<T>(
  reader: Reader,
  deps: ServedDeps,
  reading: Reading<T>,
): Promise<T> {
  const run = runFor(reader.account.id, deps)
  const position = await awaitPosition(reader, deps)
  if (position !== null)
    await requirePosition(position, deps.logOf(reader), async () =>
      requireReached(await run(sql`${raw(checkpointOf(reader.account.id))}`), position),
    )
  return reading(run)
}

/** The position that the header asks for, once the read models have passed it or time is up; null without one. */
async function awaitPosition(reader: Reader, deps: ServedDeps): Promise<bigint | null> {
  const asked = reader.request.headers['x-min-event-position']
  if (asked === undefined) return null
  const position = parsePosition(asked)
  await aside(reader, () =>
    deps.readModels.waitFor(position, deps.config.READ_YOUR_WRITES_MS, reader.account.id),
  )
  return position
}

class NotPassed extends Error {}

/** SQL: how far the rows of an account are. */
function checkpointOf(accountId: string): string {
  return `select position from checkpoint where partition = ${partitionSql(String(bucketOf(accountId)))}`
}

type CheckpointRow = { readonly position: number }

function requireReached([checkpoint]: readonly CheckpointRow[], position: bigint): void {
  if (checkpoint === undefined || BigInt(checkpoint.position) < position) throw new NotPassed()
}

/** How long the log may take to answer with its end, ms. */
const MAX_LOG_WAIT_MS = 1_000
/** The most facts read at the end of the log in search of one that the read models follow. */
const MAX_EXAMINED = 1_000

/**
 * Runs work that requires a position. A position after the end of the log belongs to a log that this one has replaced;
 * the answer then says where this one ends. The log is asked only once no connection is held.
 * @throws HttpProblem 503 in place of NotPassed
 */
async function requirePosition<T>(
  position: bigint,
  log: LogReads,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotPassed)) throw error
    const bounded = boundedStore(log, MAX_EXAMINED)
    const head = headOfFollowedStreams(bounded, AbortSignal.timeout(MAX_LOG_WAIT_MS)).catch(
      () => undefined,
    )
    throw positionProblem(position, (await answerWithin(MAX_LOG_WAIT_MS, head)) ?? null)
  }
}

function positionProblem(position: bigint, end: bigint | null): HttpProblem {
  if (end === null || position <= end)
    return unavailable('the read models have not reached x-min-event-position yet; try again')
  return new HttpProblem(
    503,
    'unavailable',
    'x-min-event-position belongs to another log: this one ends at x-event-position; use that position',
    { headers: { 'retry-after': '1', 'x-event-position': String(end) } },
  )
}

/** The largest position of a log: 63 bits. */
const MAX_POSITION = 2n ** 63n - 1n

function parsePosition(asked: string | string[]): bigint {
  const position = typeof asked === 'string' && /^\d{1,19}$/.test(asked) ? BigInt(asked) : null
  if (position !== null && position <= MAX_POSITION) return position
  throw new HttpProblem(
    400,
    'query_error',
    'x-min-event-position must be the x-event-position of a write',
  )
}
