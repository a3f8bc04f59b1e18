/** An event a client wants written. `data` and `meta` are kept byte for byte. */
export type Proposed = {
  /** Lower-case uuid. */
  readonly id: string
  readonly type: string
  readonly json: boolean
  readonly data: Buffer
  readonly meta: Buffer
}

/** An event as it stands in the log. */
export type Recorded = Proposed & {
  /** Offset of the record in the log: above 0, growing by the size of the record before. */
  readonly position: bigint
  readonly stream: string
  /** Number within the stream, from 0; `TOMBSTONE` for the record that ends a stream. */
  readonly revision: bigint
  /** Milliseconds since the Unix epoch. */
  readonly created: number
}

/** Where an event of a known id was written. */
export type Written = Pick<Recorded, 'id' | 'stream' | 'revision' | 'position'>

/** The greatest int64: revision of a tombstone, and the `$tb` of a soft-deleted stream. */
export const TOMBSTONE = 2n ** 63n - 1n

/** Where the log of a new store begins, as if a file header stood before it. */
export const LOG_START = 128n

export const TOMBSTONE_TYPE = '$streamDeleted'

export const METADATA_TYPE = '$metadata'

/**
 * Bytes of the record in the log: the distance from its position to the next one. Readers rely on this: a window of
 * positions is a window of bytes.
 */
export function recordSize({ stream, type, data, meta }: Omit<Recorded, 'position'>): number {
  return 96 + stream.length + type.length + data.length + meta.length
}
