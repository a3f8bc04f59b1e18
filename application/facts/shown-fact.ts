import { redactFact } from '@recado/domain/redact-fact'
import { isSecretField } from '@recado/domain/secret-fields'
import { truncateText } from '@recado/domain/storable'
import { isLost, type RecordedEvent } from '@recado/infra/event-store/event-store'
import { categoryOf } from './category.ts'
import { type Limits, shorten } from './shorten.ts'

/** A fact as users of its account may see it: without raw fields and references to secrets. */
export type ShownFact = {
  readonly position: string
  readonly event_id: string
  readonly stream: string
  readonly revision: number
  readonly type: string
  readonly at: string
  readonly actor: { readonly type: string; readonly id: string }
  readonly correlation_id: string
  readonly cause: string
  readonly data: Record<string, unknown>
  readonly is_cut: boolean
}

/** Streams whose names and e-mail addresses only owners see, on a page of their own. */
const USER_CATEGORIES: readonly string[] = ['user', 'userEmail', 'userSession']
const MAX_TEXT_CHARS = 500
const MAX_LIST_ITEMS = 50
/** No fact of ours nests deeper. */
const MAX_DEPTH = 64
/** In UTF-16 units of JSON. */
const MAX_DATA_CHARS = 8_192

/** The whole fact as users may see it. */
export function shownFact(event: RecordedEvent): ShownFact {
  return buildShownFact(event, {})
}

/** As shownFact, with texts cut at 500 characters, and without data that is still too long. */
export function briefFact(event: RecordedEvent): ShownFact {
  const fact = buildShownFact(event, { text: MAX_TEXT_CHARS, items: MAX_LIST_ITEMS })
  return JSON.stringify(fact.data).length > MAX_DATA_CHARS
    ? { ...fact, data: {}, is_cut: true }
    : fact
}

function buildShownFact(event: RecordedEvent, most: Partial<Limits>): ShownFact {
  const { stream, type, metadata } = event
  const { type: kind, id } = Object(metadata.actor)
  const isHidden = isLost(event) || USER_CATEGORIES.includes(categoryOf(stream))
  const mode = isHidden ? 'ids' : 'full'
  const fact = redactFact(type, event.data, mode)
  const { value, isCut } = shorten(fact, { ...most, depth: MAX_DEPTH, isLeftOut: isSecretField })
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

/** By our clock; by the store's for a fact without a time, which a foreign program wrote. */
function timeOf({ metadata, created }: RecordedEvent): string {
  const recorded = Date.parse(String(metadata.recorded_at))
  return Number.isNaN(recorded) ? created : new Date(recorded).toISOString()
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? truncateText(value, MAX_TEXT_CHARS) : ''
}
