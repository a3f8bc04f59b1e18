import { chainId } from '@recado/application/analytics/chain-id'
import { derivedFields } from '@recado/application/analytics/derived-fields'
import { categoryOf } from '@recado/application/facts/category'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { type FactContent, redactFact } from '@recado/domain/redact-fact'
import { isLost, type RecordedEvent } from '@recado/infra/event-store/event-store'
import { allColumns, COMMON, type ColumnKind, type Columns, ownColumn } from './columns.ts'
import { TABLES } from './tables.ts'

/** The values of a fact by column. */
export type Row = Readonly<Record<string, unknown>>

/** The columns of a category's table. */
export function columnsOf(category: string): Columns {
  return COLUMNS.get(category) ?? COMMON
}

const COLUMNS: ReadonlyMap<string, Columns> = new Map(
  Object.entries(TABLES).map(([category, own]) => [category, allColumns(category, own)]),
)

/** The row of a fact. A value of another kind than its column's is left out, as is a field without a column. */
export function rowOf(event: RecordedEvent, content: FactContent): Row {
  const fields: Fields = {
    ...ownFields(event, content),
    ...derivedFields(event),
    ...commonFields(event, content),
  }
  const row: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(columnsOf(categoryOf(event.stream)))) {
    const value = CELLS[kind](fields[name])
    if (value !== undefined) row[name] = value
  }
  return row
}

type Fields = Record<string, unknown>

function ownFields(event: RecordedEvent, content: FactContent): Fields {
  const mode = isLost(event) ? 'ids' : content
  const { intent, ...own } = asRecord(redactFact(event.type, event.data, mode))
  return {
    ...renameFields(own, ownColumn),
    ...renameFields(asRecord(intent), (name) => `intent_${name}`),
  }
}

function renameFields(fields: Readonly<Fields>, to: (name: string) => string): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [to(name), value]))
}

type Common = { [Name in keyof typeof COMMON]: unknown }

function commonFields(event: RecordedEvent, content: FactContent): Common {
  const { id, type, stream, position, revision, metadata, created } = event
  return {
    event_id: id,
    type,
    position: Number(position),
    stream,
    revision: Number(revision),
    account_id: metadata.account_id,
    recorded_at: metadata.recorded_at ?? created,
    actor_type: metadata.actor?.type,
    actor_id: metadata.actor?.id,
    correlation_id: shownChainId(metadata.$correlationId, content),
    causation_id: shownChainId(metadata.$causationId, content),
  }
}

function shownChainId(id: unknown, content: FactContent): unknown {
  return typeof id === 'string' && content === 'ids' ? chainId(id) : id
}

const CELLS: Readonly<Record<ColumnKind, (value: unknown) => unknown>> = {
  text: (value) => (typeof value === 'string' ? value : undefined),
  timestamp: (value) => (typeof value === 'string' ? timestamp(value) : undefined),
  integer: (value) => (Number.isSafeInteger(value) ? value : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  json: (value) => value ?? undefined,
}

/** A time in the one form that every reader accepts, with four digits of year; undefined for any other. */
function timestamp(text: string): string | undefined {
  const ms = Date.parse(text)
  const iso = Number.isNaN(ms) ? '' : new Date(ms).toISOString()
  return iso.length === 24 ? iso : undefined
}
