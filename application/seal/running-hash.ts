import { hash } from 'node:crypto'
import type { LeavesSealed, LogSealed, RunningHash } from '@recado/domain/seal/events'

/** What a fact about new leaves says that their root does not contain. */
export type BesideLeaves = Omit<LeavesSealed['data'], 'hashes' | 'running_hash'>

/**
 * The running hash after a fact about new leaves: whoever changes which of them retention may delete changes it.
 * @throws TypeError for what has not the form of its type
 */
export function withLeaves(before: RunningHash | null, said: BesideLeaves): RunningHash {
  const days = said.journals.map(({ journal, day, leaves }) => [journal, day, leaves])
  return hashed([before, said.start, said.count, said.last_log_id, said.sealed_at, days])
}

/** The running hash after a fact about how far the log is sealed. */
export function withLogSealed(
  before: RunningHash | null,
  { through, sealed_at }: Omit<LogSealed['data'], 'running_hash'>,
): RunningHash {
  return hashed([before, through, sealed_at])
}

/** JSON has one form for each of these lists. */
function hashed(said: readonly unknown[]): RunningHash {
  return hash('sha256', JSON.stringify(said), 'base64')
}
