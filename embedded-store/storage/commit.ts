import type { Draft } from '../protocol/draft.ts'
import type { Recorded } from '../protocol/recorded.ts'

/**
 * One commit in one statement, so that there is one answer to wait for. The data of all events travels as one
 * binary parameter and is cut here, which spares the hex form of a bytea array. Nothing is written unless the
 * epoch is ours, the log ends where this commit begins, and no stream exists that the draft took for new.
 */
const COMMIT = `
  with existing as (
    select from streams where stream = any($22::text[]) limit 1
  ), mine as (
    update writer set log_end = $3
    where epoch = $1 and log_end = $2 and not exists (select from existing) returning true
  ), facts as (
    insert into events (position, stream, revision, id, type, json, data, meta, created)
    select position, stream, revision, id, type, json,
      substring($10::bytea from data_at for data_length), substring($10::bytea from meta_at for meta_length), $11
    from unnest($4::bigint[], $5::text[], $6::bigint[], $7::uuid[], $8::text[], $9::boolean[],
      $12::int[], $13::int[], $14::int[], $15::int[])
      as e (position, stream, revision, id, type, json, data_at, data_length, meta_at, meta_length)
    where exists (select from mine)
  ), heads as (
    insert into streams (stream, last, truncate_before, max_count, max_age, tombstoned)
    select s.* from unnest($16::text[], $17::bigint[], $18::bigint[], $19::bigint[], $20::bigint[], $21::boolean[]) s
    where exists (select from mine)
    on conflict (stream) do update set last = excluded.last, truncate_before = excluded.truncate_before,
      max_count = excluded.max_count, max_age = excluded.max_age, tombstoned = excluded.tombstoned
  )
  select exists (select from mine) as done, exists (select from existing) as misjudged`

/** What the statement answers: neither is true when another writer has taken over. */
export type Committed = { readonly done: boolean; readonly misjudged: boolean }

/** The statement that commits a draft. @param assumed streams that the draft took for new without looking */
export function commitQuery(draft: Draft, epoch: string, end: bigint, assumed: readonly string[]) {
  const { events, rows } = draft
  const { blob, cuts } = packEvents(events)
  const values = [
    epoch,
    end,
    draft.end,
    events.map((event) => event.position),
    events.map((event) => event.stream),
    events.map((event) => event.revision),
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => event.json),
    blob,
    events[0]?.created ?? 0,
    cuts.map((cut) => cut.dataAt),
    cuts.map((cut) => cut.dataLength),
    cuts.map((cut) => cut.metaAt),
    cuts.map((cut) => cut.metaLength),
    rows.map((row) => row.stream),
    rows.map((row) => row.last),
    rows.map((row) => row.truncateBefore),
    rows.map((row) => row.maxCount),
    rows.map((row) => row.maxAge),
    rows.map((row) => row.tombstoned),
    // Whoever writes the metadata of a stream writes its row too.
    assumed,
  ]
  return { name: 'commit', text: COMMIT, values }
}

/** All data and metadata in one buffer, and where each begins, counted from 1 as SQL does. */
function packEvents(events: readonly Recorded[]) {
  let at = 1
  const cuts = events.map(({ data, meta }) => {
    const dataAt = at
    const metaAt = at + data.length
    at = metaAt + meta.length
    return { dataAt, dataLength: data.length, metaAt, metaLength: meta.length }
  })
  return { blob: Buffer.concat(events.flatMap(({ data, meta }) => [data, meta])), cuts }
}
