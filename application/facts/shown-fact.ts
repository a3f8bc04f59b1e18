import { redactFact } from '@recado/domain/redact-fact'
import { isSecretField } from '@recado/domain/secret-fields'
import { truncateText } from '@recado/domain/storable'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { categoryOf } from './category.ts'

/** A fact as users of its account may see it: without anything raw, and without what leads to a secret. */
export type ShownFact = {
  /** Decimal text, as everywhere outside. */
  readonly position: string
  readonly event_id: string
  readonly stream: string
  readonly revision: number
  readonly type: string
  readonly at: string
  readonly actor: { readonly type: string; readonly id: string }
  readonly correlation_id: string
  /** The fact or request that caused it. */
  readonly cause: string
  readonly data: Record<string, unknown>
  /** Whether something of the data is left out because it is long. */
  readonly is_cut: boolean
}

/** What users are called is for owners, who have a page for it. */
const OF_USERS: readonly string[] = ['user', 'userEmail', 'userSession']
const LONGEST_TEXT = 500
const LONGEST_LIST = 50
const DEEPEST = 64
/** In UTF-16 units of JSON. */
const LONGEST = 8_192

/** A fact with all that may be shown of it. */
export function shownFact(event: RecordedEvent): ShownFact {
  return shown(event, { text: Number.POSITIVE_INFINITY, list: Number.POSITIVE_INFINITY })
}

/** The same with texts of at most 500 characters, and without its data where that is long all the same. */
export function briefFact(event: RecordedEvent): ShownFact {
  const fact = shown(event, { text: LONGEST_TEXT, list: LONGEST_LIST })
  return JSON.stringify(fact.data).length > LONGEST ? { ...fact, data: {}, is_cut: true } : fact
}

type Most = { readonly text: number; readonly list: number }

function shown(event: RecordedEvent, most: Most): ShownFact {
  const { stream, type, metadata } = event
  const { type: kind, id } = Object(metadata.actor)
  const mode = OF_USERS.includes(categoryOf(stream)) ? 'ids' : 'full'
  const { value, isCut } = cut(redactFact(type, event.data, mode), most)
  return {
    position: String(event.position),
    event_id: event.id,
    stream,
    type,
    at: timeOf(event),
    revision: Number(event.revision),
    actor: { type: textOf(kind), id: textOf(id) },
    correlation_id: textOf(metadata.$correlationId),
    cause: textOf(metadata.$causationId),
    data: Object(value),
    is_cut: isCut,
  }
}

/** A value without fields of secrets, and within bounds. What nests deeper than any fact of ours is left out. */
function cut(whole: unknown, most: Most): { value: unknown; isCut: boolean } {
  let isCut = false
  const long = <T>(value: T): T => {
    isCut = true
    return value
  }
  const within = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string')
      return value.length > most.text ? long(truncateText(value, most.text)) : value
    if (typeof value !== 'object' || value === null) return value
    if (depth > DEEPEST) return long(null)
    if (!Array.isArray(value)) return fieldsOf(value, (field) => within(field, depth + 1))
    const list = value.length > most.list ? long(value.slice(0, most.list)) : value
    return list.map((item) => within(item, depth + 1))
  }
  return { value: within(whole, 0), isCut }
}

function fieldsOf(value: object, within: (field: unknown) => unknown): object {
  const kept = Object.entries(value).filter(([name]) => !isSecretField(name))
  return Object.fromEntries(kept.map(([name, field]) => [name, within(field)]))
}

/** By our clock; a foreign program's fact may tell none, and has the store's. */
function timeOf({ metadata, created }: RecordedEvent): string {
  const told = Date.parse(String(metadata.recorded_at))
  return Number.isNaN(told) ? created : new Date(told).toISOString()
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? truncateText(value, LONGEST_TEXT) : ''
}
