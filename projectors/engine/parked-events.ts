import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { isUuid } from '@recado/infra/is-uuid'
import type pg from 'pg'

/** A fact that could not be applied, or that follows such a fact in its stream. */
export type Poison = { readonly event: RecordedEvent; readonly error: unknown }

export function parkedRows(parked: readonly Poison[], partition: number): pg.QueryConfig[] {
  if (parked.length === 0) return []
  const rows = parked.map(({ event, error }) => ({
    id: event.id,
    stream: event.stream,
    type: event.type,
    position: String(event.position),
    error: errorText(error),
    account_id: accountOf(event),
    partition,
  }))
  return [
    {
      text: `insert into parked_events (id, stream, type, position, error, account_id, partition)
        select id, stream, type, position, error, account_id, partition from json_populate_recordset(null::parked_events, $1)
        on conflict (id) do update set error = excluded.error, retried_at = now(), retry_asked_at = null`,
      values: [JSON.stringify(rows)],
    },
  ]
}

export function unparkedRows(applied: readonly RecordedEvent[]): pg.QueryConfig[] {
  if (applied.length === 0) return []
  const values = [applied.map(({ id }) => id)]
  return [{ text: 'delete from parked_events where id = any($1)', values }]
}

/** Parking must not fail, whatever made the fact fail. */
function accountOf({ metadata: { account_id } }: RecordedEvent): string | null {
  return typeof account_id === 'string' && isUuid(account_id) ? account_id : null
}

/** Postgres text holds neither NUL nor lone surrogates. */
function errorText(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? `${error.code} ` : ''
  return `${code}${error}`
    .replaceAll('\0', '')
    .slice(0, 2_000)
    .replace(/\p{Surrogate}/gu, '?')
}
