import { headOfFollowedStreams } from '@recado/application/read-models/followed'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import { HttpProblem, unavailable } from '@recado/infra/http/http-problem'
import { type Run, runOn } from '@recado/infra/postgres/run'
import { inSnapshot } from '@recado/infra/postgres/snapshot'
import { raw, sql } from '@recado/infra/postgres/sql'
import type { ServedDeps } from './deps.ts'

type Reading<T> = (run: Run) => Promise<T>

/** What a read asks: on whose account's part of the connections, and from where in the log on. */
export type Reader = {
  readonly accountId: string
  /** The header `x-min-event-position`. */
  readonly asked: string | string[] | undefined
}

/**
 * Reads from Postgres; when a position is asked for, in one snapshot that has passed it.
 * @throws HttpProblem 400 when it is no position, 503 when the read models are not there in time
 */
export async function withRun<T>(
  { accountId, asked }: Reader,
  deps: ServedDeps,
  reading: Reading<T>,
): Promise<T> {
  if (asked === undefined) return reading(runFor(accountId, deps))
  const position = await awaited(asked, deps)
  return orWhereTheLogEnds(position, deps, () =>
    deps.reads.run(accountId, () =>
      inSnapshot(
        deps.pool,
        CHECKPOINT,
        (rows: readonly CheckpointRow[]) => requireReached(rows, position),
        reading,
      ),
    ),
  )
}

/** Runs each statement when the account has its turn at the connections. */
export function runFor(
  accountId: string,
  { pool, reads }: Pick<ServedDeps, 'pool' | 'reads'>,
): Run {
  const run = runOn(pool)
  return (statement) => reads.run(accountId, () => run(statement))
}

/**
 * The same for who reads the log too: no connection is held meanwhile, or a log that is slow would keep everybody from
 * Postgres. Each statement is as new as the position, and sees what is there by then.
 */
export async function withoutSnapshot<T>(
  { accountId, asked }: Reader,
  deps: ServedDeps,
  reading: Reading<T>,
): Promise<T> {
  const run = runFor(accountId, deps)
  if (asked !== undefined) {
    const position = await awaited(asked, deps)
    await orWhereTheLogEnds(position, deps, async () =>
      requireReached(await run(sql`${raw(CHECKPOINT)}`), position),
    )
  }
  return reading(run)
}

/** The position that is asked for, once it may have been reached. */
async function awaited(asked: string | string[], deps: ServedDeps): Promise<bigint> {
  const position = parsePosition(asked)
  await deps.readModels.waitFor(position, deps.config.READ_YOUR_WRITES_MS)
  return position
}

/** The read models have not passed a position. */
class NotPassed extends Error {}

const CHECKPOINT = 'select position from checkpoint'

type CheckpointRow = { readonly position: number }

function requireReached([checkpoint]: readonly CheckpointRow[], position: bigint): void {
  if (checkpoint === undefined || BigInt(checkpoint.position) < position) throw new NotPassed()
}

/** How long the log may take to tell where it ends, ms. */
const LOG_MS = 1_000

/**
 * Does work that needs a position. One behind the log's end is that of another log, which this one has taken the place of: the
 * caller is told where this one ends. The log is asked when no connection is held any more.
 * @throws HttpProblem 503 in place of NotPassed
 */
async function orWhereTheLogEnds<T>(
  position: bigint,
  { store }: Pick<ServedDeps, 'store'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotPassed)) throw error
    const head = headOfFollowedStreams(store).catch(() => undefined)
    throw notPassed(position, (await answerWithin(LOG_MS, head)) ?? null)
  }
}

function notPassed(position: bigint, end: bigint | null): HttpProblem {
  if (end === null || position <= end)
    return unavailable('the read models have not reached x-min-event-position yet; try again')
  return new HttpProblem(
    503,
    'unavailable',
    'x-min-event-position is of another log: this one ends at x-event-position; ask for that',
    { headers: { 'retry-after': '1', 'x-event-position': String(end) } },
  )
}

/** The last position that a log can have: 63 bits. */
const LAST_POSITION = 2n ** 63n - 1n

function parsePosition(asked: string | string[]): bigint {
  const position = typeof asked === 'string' && /^\d{1,19}$/.test(asked) ? BigInt(asked) : null
  if (position !== null && position <= LAST_POSITION) return position
  throw new HttpProblem(
    400,
    'query_error',
    'x-min-event-position must be what x-event-position of a write said',
  )
}
