import type { ExecuteDeps } from '@recado/application/commands/execute'
import type { KnownRows } from './known.ts'
import type { Memory } from './memory.ts'

/** What recording works with. One per term of the runner. */
export type Recorder = ExecuteDeps & {
  readonly memory: Memory
  readonly now: () => Date
}

/** A recorder at work on one batch. */
export type BatchRecorder = Recorder & { readonly known: KnownRows }

/**
 * What became of an intent. `repeated`: it was recorded before, so nothing was written. `set_aside`: nothing of
 * ours follows from it.
 */
export type Recorded = 'recorded' | 'repeated' | 'set_aside' | 'unreadable'
