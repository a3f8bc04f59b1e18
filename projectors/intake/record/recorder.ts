import type { ExecuteDeps } from '@recado/application/commands/execute'
import type { PersonIds } from '@recado/application/person-ids'
import type { Lookup, LookupRows } from './lookup.ts'
import type { RecentClaims } from './recent-claims.ts'

export type Recorder = ExecuteDeps & {
  readonly personIds: PersonIds
  readonly recent: RecentClaims
  readonly now: () => Date
}

export type BatchRecorder = Recorder & Pick<Lookup, 'told'> & { readonly known: LookupRows }

/** `repeated`: recorded before, so nothing was written. `set_aside`: no fact of ours follows from the intent. */
export type Recorded = 'recorded' | 'repeated' | 'set_aside' | 'unreadable'
