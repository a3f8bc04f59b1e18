import type { ExecuteDeps } from '@recado/application/commands/execute'
import type { LookupRows } from './lookup.ts'
import type { RecentClaims } from './recent-claims.ts'

/** What recording works with. One per leadership of the runner. */
export type Recorder = ExecuteDeps & {
  readonly recent: RecentClaims
  readonly now: () => Date
}

/** A recorder at work on one batch. */
export type BatchRecorder = Recorder & { readonly known: LookupRows }

/**
 * What became of an intent. `repeated`: it was recorded before, so nothing was written. `set_aside`: nothing of
 * ours follows from it.
 */
export type Recorded = 'recorded' | 'repeated' | 'set_aside' | 'unreadable'
