import { randomUUID } from 'node:crypto'
import { sleep } from '@recado/infra/concurrency/sleep'
import { withTimeout } from '@recado/infra/concurrency/with-timeout'
import type pg from 'pg'
import { markEnded, storeParts } from './parts.ts'
import type { Troubles } from './troubles.ts'

const REPORT_INTERVAL_MS = 2_000
const MAX_MARK_ENDED_MS = 500

/** Reports the parts of this process until the signal aborts, and notes when Postgres does not store the reports. */
export async function reportTroubles(
  pool: pg.Pool,
  { states, noteReported }: Pick<Troubles, 'states' | 'noteReported'>,
  signal: AbortSignal,
): Promise<void> {
  const process = randomUUID()
  while (!signal.aborted) {
    await storeParts(pool, process, states()).then(() => noteReported(null), noteReported)
    await sleep(REPORT_INTERVAL_MS, signal)
  }
  await withTimeout(MAX_MARK_ENDED_MS, markEnded(pool, process)).catch(() => undefined)
}
