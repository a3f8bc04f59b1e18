import type { Expected } from '../log/decide-append.ts'
import type { Proposed } from './recorded.ts'

export type WriteRequest = {
  readonly kind: 'append' | 'delete' | 'tombstone'
  readonly stream: string
  readonly expected: Expected
  /** Empty unless `kind` is `append`. */
  readonly events: readonly Proposed[]
  /** Milliseconds the client waits for an answer. */
  readonly timeoutMs: number
}

/** The outcome of a write. `revision` is -1 for an empty append to a stream that does not exist. */
export type Outcome =
  | { readonly kind: 'written'; readonly revision: bigint; readonly position: bigint | null }
  | { readonly kind: 'wrong_version'; readonly current: bigint }
  | { readonly kind: 'deleted' }
  /** By the leader, to whom a follower has forwarded it. */
  | { readonly kind: 'denied' }
  /** No answer in time: it may still be written. */
  | { readonly kind: 'timeout' }
  /** It was not written, and the store cannot write now. */
  | { readonly kind: 'unavailable' }
