import type { Recorded } from '../protocol/recorded.ts'

/** The columns of an event, in the order `recordedFrom` reads them. */
export const COLUMNS =
  'e.position, e.stream, e.revision, e.id, e.type, e.json, e.data, e.meta, e.created'

/** A row as Postgres answers it: 64-bit numbers as text. */
export type EventRow = [string, string, string, string, string, boolean, Buffer, Buffer, string]

export function recordedFrom(row: EventRow): Recorded {
  const [position, stream, revision, id, type, json, data, meta, created] = row
  return {
    position: BigInt(position),
    stream,
    revision: BigInt(revision),
    id,
    type,
    json,
    data,
    meta,
    created: Number(created),
  }
}
