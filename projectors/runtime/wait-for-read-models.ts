import { sleep } from '@recado/infra/concurrency/sleep'
import type { Leadership } from './leader-election.ts'

/** Waits until the fold has committed a position, or the leadership ends. */
export async function waitForReadModels(
  { client, signal }: Leadership,
  position: bigint,
): Promise<void> {
  while (!signal.aborted) {
    const passed = await client
      .query('select position >= $1 as passed from checkpoint', [String(position)])
      .then(({ rows }) => rows[0]?.passed === true)
      .catch(asNotYet)
    if (passed) return
    await sleep(100, signal)
  }
}

/** The fold has not made its tables yet (undefined_table, invalid_schema_name). */
function asNotYet(error: unknown): false {
  const { code } = error as { code?: string }
  if (code === '42P01' || code === '3F000') return false
  throw error
}
