import { TOMBSTONE } from '../protocol/recorded.ts'
import { readStreamMetadata } from '../protocol/stream-metadata.ts'
import type { Head } from './decide-append.ts'
import { isMetaStream } from './stream-name.ts'

/** A stream and its metadata stream: what the writer must know to write to either. */
export type StreamState = {
  /** Last revision of the stream, -1 when it was never written. */
  readonly last: bigint
  readonly tombstoned: boolean
  /** Last revision of the metadata stream, -1 when it was never written. */
  readonly metaLast: bigint
  readonly metaData: Buffer | null
}

export const NEVER_WRITTEN: StreamState = {
  last: -1n,
  tombstoned: false,
  metaLast: -1n,
  metaData: null,
}

/** Whether the stream was deleted in the way that allows writing to it again. */
export function isSoftDeleted(state: StreamState): boolean {
  return readStreamMetadata(state.metaData).truncateBefore === TOMBSTONE
}

/** The head of the stream, or of its metadata stream, as the check before a write sees it. */
export function headFor(stream: string, state: StreamState): Head {
  const { tombstoned } = state
  if (isMetaStream(stream)) {
    return { last: state.metaLast, tombstoned, softDeleted: false, hasMetadata: false }
  }
  const hasMetadata = state.metaLast >= 0n
  return {
    last: state.last,
    tombstoned,
    softDeleted: hasMetadata && isSoftDeleted(state),
    hasMetadata,
  }
}

export type StreamRow = {
  readonly stream: string
  readonly last: bigint
  readonly truncateBefore: bigint
  readonly maxCount: bigint | null
  /** Seconds. */
  readonly maxAge: bigint | null
  readonly tombstoned: boolean
}

/** The row of a stream. Metadata streams read as if they kept one event only. */
export function streamRow(stream: string, state: StreamState): StreamRow {
  const { tombstoned } = state
  if (isMetaStream(stream)) {
    const last = state.metaLast
    return { stream, last, truncateBefore: 0n, maxCount: 1n, maxAge: null, tombstoned }
  }
  return { stream, last: state.last, ...readStreamMetadata(state.metaData), tombstoned }
}
