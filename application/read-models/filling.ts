import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Logger } from '@recado/infra/logger'
import { type Filling, fillingText } from '@recado/infra/postgres/not-filled'
import type { Pool } from '@recado/infra/postgres/run'
import { secondsLeft } from '@recado/infra/progress'
import { rowsIfTableExists } from './rows-if-table-exists.ts'

/**
 * Reads how far the read models are filled; null once they are, and from then on it reads nothing. See ADR 51. Rejects
 * with the error of Postgres.
 */
export type FillingWatch = () => Promise<Filling | null>

type Checkpoint = { readonly filled: boolean; readonly position: number }

/** For how long the end of the log counts as known, and how long to wait for it, ms. */
const MAX_HEAD_AGE_MS = 1_000
/** The shortest observation that allows an estimate, ms. */
const MIN_OBSERVED_MS = 1_000

/** Whether the read models have been filled once. @throws the error of Postgres */
export async function areFilled(pool: Pick<Pool, 'query'>): Promise<boolean> {
  return (await readCheckpoint(pool))?.filled === true
}

export type Watched = {
  /** Connections whose search_path is the read models' schema. */
  readonly pool: Pick<Pool, 'query'>
  readonly store: Pick<EventStore, 'head'>
  readonly log: Pick<Logger, 'warn' | 'info'>
}

/**
 * Open one watch for each process: it logs once that reads are refused, in place of a line for each refused request.
 */
export function watchFilling(
  { pool, store, log }: Watched,
  clock = () => performance.now(),
): FillingWatch {
  const progress = fillingProgress(clock)
  const endOfLog = cachedHead(store, clock)
  const tell = logChange(log)
  let isFilled = false
  let looking: ReturnType<FillingWatch> | undefined
  const look = async (): Promise<Filling | null> => {
    const checkpoint = await readCheckpoint(pool)
    isFilled = checkpoint?.filled === true
    const position = Math.max(0, checkpoint?.position ?? 0)
    return tell(isFilled ? null : progress(position, await endOfLog()))
  }
  return async () => {
    if (isFilled) return null
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
}

/** A check for `/readyz`. @returns true, or the reason why reads are refused */
export async function checkFilled(filling: FillingWatch): Promise<true | string> {
  const now = await filling()
  return now === null || fillingText(now)
}

/** Estimates by the pace since the first call: an earlier process that filled the read models may have stopped. */
function fillingProgress(clock: () => number) {
  let first: { readonly position: number; readonly at: number } | undefined
  return (position: number, end: number | null): Filling => {
    const now = clock()
    first ??= { position, at: now }
    const ahead = end === null || end <= first.position ? null : end - first.position
    const done = ahead === null ? null : Math.min(1, (position - first.position) / ahead)
    const passedMs = now - first.at
    const left = passedMs < MIN_OBSERVED_MS ? null : secondsLeft(done, passedMs / 1_000)
    return {
      percent: end === null || end <= 0 ? null : Math.min(99, Math.floor((position / end) * 100)),
      seconds_left: left === null ? null : Math.ceil(left),
    }
  }
}

/** Logs when reads begin to be refused, and when they are answered again. */
function logChange(log: Watched['log']) {
  let isRefusing = false
  return (now: Filling | null): Filling | null => {
    if (now !== null && !isRefusing)
      log.warn(`${fillingText(now)}; reads are answered with 503 until they are filled`)
    if (now === null && isRefusing) log.info('the read models are filled; reads are answered')
    isRefusing = now !== null
    return now
  }
}

async function readCheckpoint(pool: Pick<Pool, 'query'>): Promise<Checkpoint | undefined> {
  const [row] = await rowsIfTableExists(
    pool.query<Checkpoint>(
      'select min(position) as position, bool_and(filled_at is not null) as filled from checkpoint',
    ),
  )
  return row && { filled: row.filled, position: Number(row.position) }
}

/** The position where the log ends, read once a second; the last known one while the log does not answer. */
function cachedHead(store: Pick<EventStore, 'head'>, clock: () => number) {
  let end: number | null = null
  let askedAt: number | null = null
  return async (): Promise<number | null> => {
    if (askedAt !== null && clock() - askedAt < MAX_HEAD_AGE_MS) return end
    askedAt = clock()
    const head = await answerWithin(
      MAX_HEAD_AGE_MS,
      store.head().catch(() => null),
    )
    if (head != null) end = Number(head)
    return end
  }
}
