import type { ExecuteDeps } from '@recado/application/commands/execute'
import type { LookupRows } from './lookup.ts'
import type { RecentClaims } from './recent-claims.ts'

/** What recording works with; one per leadership. */
export type Recorder = ExecuteDeps & {
  readonly recent: RecentClaims
  readonly now: () => Date
}

/** A recorder with the lookup of one batch. */
export type BatchRecorder = Recorder & { readonly known: LookupRows }

/**
 * What became of an intent. `repeated`: recorded before, so nothing was written. `set_aside`: no fact of ours
 * follows.
 */
export type Recorded = 'recorded' | 'repeated' | 'set_aside' | 'unreadable'
