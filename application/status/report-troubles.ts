import { randomUUID } from 'node:crypto'
import { sleep } from '@recado/infra/concurrency/sleep'
import { withTimeout } from '@recado/infra/concurrency/with-timeout'
import type pg from 'pg'
import { markEnded, storeParts } from './parts.ts'
import type { Troubles } from './troubles.ts'

const REPORT_MS = 2_000
const GOODBYE_MS = 500

/** Stores the states of this process's parts every two seconds. Errors of Postgres are ignored. */
export async function reportTroubles(
  pool: pg.Pool,
  { states }: Pick<Troubles, 'states'>,
  signal: AbortSignal,
): Promise<void> {
  const process = randomUUID()
  while (!signal.aborted) {
    await storeParts(pool, process, states()).catch(() => undefined)
    await sleep(REPORT_MS, signal)
  }
  await withTimeout(GOODBYE_MS, markEnded(pool, process)).catch(() => undefined)
}
