import {
  includesNative,
  includesStructured,
  nativeKey,
  OPT_IN_EVENTS,
  STRUCTURED_EVENTS,
} from '@recado/contract/whatsapp-event-names'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'
import { PROVIDERS } from '@recado/infra/providers/providers'

/** The key of a provider's native event. It never equals that of a structured event, whatever the event's name. */
export function nativeEventKey(name: string): string {
  return `native:${nativeKey(name)}`
}

/** The key of a native event that belongs to a part with a name of its own (`PartialEvent`). */
export function partialEventKey(part: string): string {
  return `partial:${nativeKey(part)}`
}

/** The key of a redelivery, which no list of names selects. */
export function redeliveryKey(key: string): string {
  return `again:${key}`
}

/**
 * The keys of the events that a webhook's list of names selects, by the rule of what is posted (`includesStructured`).
 */
export function eventKeys(names: readonly string[]): readonly string[] {
  const structured = STRUCTURED_EVENTS.filter((event) => includesStructured(names, event))
  const listed = OPT_IN_EVENTS.filter((event) => names.includes(event))
  return [...structured, ...listed, ...new Set(names.flatMap(nativeKeys))]
}

/** A part is selected by its own name and by that of the whole event. */
function nativeKeys(name: string): readonly string[] {
  const parts = PARTIAL_EVENTS.filter((part) => includesNative([part.name, part.of], name))
  return [nativeEventKey(name), ...parts.map((part) => partialEventKey(part.name))]
}

const PARTIAL_EVENTS = [...PROVIDERS.values()].flatMap(({ partialEvent }) => partialEvent ?? [])

export type OutboundSelection = {
  readonly of: { readonly accountId: string } | { readonly connectionIds: readonly string[] }
  readonly keys: readonly string[]
  /** Only events after this log id; -1 for all. */
  readonly after: number
  /** Only events recorded at this time or later, ISO 8601. */
  readonly since?: string | undefined
  readonly limit: number
}

/**
 * Selects `log_id` and `id` (of the event, also for a redelivery) of the first matches in log order. Each name, or
 * each pair of connection and name, costs one index range of at most `limit` rows.
 */
export function selectOutbound({ of, keys, after, since, limit }: OutboundSelection): Statement {
  const [sources, isOf] = sourcesOf(of)
  return sql`select e.id, e.log_id from ${sources} unnest(${keys}::text[]) k(event_key), lateral (
      select coalesce(t.original_id, t.id) as id, t.log_id from outbound_events t
      where ${isOf} and t.event_key = k.event_key and t.log_id > ${after}::bigint ${sinceCondition(since)}
      order by t.log_id limit ${limit}) e
    order by e.log_id limit ${limit}`
}

/** Selects the `log_id` of the newest match; -1 when there is none. */
export function newestOutbound({ of, keys }: Pick<OutboundSelection, 'of' | 'keys'>): Statement {
  const [sources, isOf] = sourcesOf(of)
  return sql`select coalesce(max(e.log_id), -1) as log_id
    from ${sources} unnest(${keys}::text[]) k(event_key), lateral (
      select t.log_id from outbound_events t where ${isOf} and t.event_key = k.event_key
      order by t.log_id desc limit 1) e`
}

function sourcesOf(of: OutboundSelection['of']): readonly [Statement, Statement] {
  return 'accountId' in of
    ? [raw(''), sql`t.account_id = ${of.accountId}::uuid`]
    : [sql`unnest(${of.connectionIds}::uuid[]) c(id),`, raw('t.connection_id = c.id')]
}

/** Clocks differ, so the search begins up to a minute early and then filters row by row. */
function sinceCondition(since: string | undefined): Statement {
  if (since === undefined) return raw('')
  return sql`and t.recorded_at >= ${since}::timestamptz and t.log_id >= coalesce((
    select min(begun.log_id) from checkpoint c, lateral (
      select m.log_id from outbound_minutes m
      where m.partition = c.partition and m.minute <= ${since}::timestamptz
      order by m.minute desc limit 1) begun), 0)`
}

/**
 * SQL for the body of the outbound event `e` as POSTed, but with a null `sequence`. A native event's body is only in
 * the document of its raw event, between `,"payload":` and a last field of 41 characters.
 */
export const OUTBOUND_BODY = `coalesce(e.body, (
  select substr(r.doc, strpos(r.doc, ',"payload":') + 11,
    length(r.doc) - strpos(r.doc, ',"payload":') - 51) from raw_events r where r.id = e.id))`
