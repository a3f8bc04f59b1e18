import type { Expected } from '../log/decide-append.ts'
import type { Proposed } from './recorded.ts'

/** A write as the protocol asks for it: an append, or the end of a stream. */
export type WriteRequest = {
  readonly kind: 'append' | 'delete' | 'tombstone'
  readonly stream: string
  readonly expected: Expected
  /** Empty unless `kind` is `append`. */
  readonly events: readonly Proposed[]
  /** Milliseconds the client waits for an answer. */
  readonly timeoutMs: number
}

/** What became of a write. `revision` is -1 for an empty append to a stream that does not exist. */
export type Outcome =
  | { readonly kind: 'written'; readonly revision: bigint; readonly position: bigint | null }
  | { readonly kind: 'wrong_version'; readonly current: bigint }
  | { readonly kind: 'deleted' }
  /** No answer in time: it may be written all the same. */
  | { readonly kind: 'timeout' }
  /** It was not written, and cannot be now. */
  | { readonly kind: 'unavailable' }
