import { fieldsOf, orderedObject } from '@recado/domain/exact-json'
import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import { asList, asRecord, isRecord } from '@recado/domain/provider-event/loose-json'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { boundFields, jsonBytes } from '@recado/translation/bounded-fields'
import type { RoutedChange } from './route-changes.ts'

/** The largest record. The store's limit for an append is 1 MiB, metadata included. */
export const MAX_RECORD_BYTES = 890 * 1024

export type RawRecord = {
  /** Identifies the record within the POST. Depends only on the body, so a repeated POST gives the same name. */
  readonly name: readonly (string | number)[]
  /** The name alone identifies the record: such a provider may repeat an event in other bytes. */
  readonly named_by_provider?: true
  /** Null for a record of no connection of ours, which is stored for the operator. */
  readonly connection: ConnectionEntry | null
  /** The name of the change's field; `statuses` for a change of `messages` with statuses only. */
  readonly event: string
  /** The name of the part of such events that it is in, null for none; absent for events without such a part. */
  readonly part?: string | null
  readonly payload: object
  /** The complete payload when it is too large for one record; `payload` then holds only a summary. */
  readonly whole?: object
  /** The bound that the POST exceeds. */
  readonly set_aside?: Aside
}

/**
 * Generates one record per change and connection. A change with messages and statuses gives one record of each; a change
 * that is too large is cut along its lists into complete envelopes.
 */
export function* rawRecords(changes: readonly RoutedChange[]): Generator<RawRecord> {
  let index = 0
  for (const change of changes)
    for (const part of divideChange(change))
      for (const { value, whole } of pieces(change, part.value)) {
        const payload = change.envelope(value)
        const named = { event: part.event, payload, ...(whole && { whole }) }
        yield* recordsOfChange(change, index++, named)
      }
}

type Aside = NonNullable<ProviderEventReceived['data']['set_aside']>

/** The record that shows the operator a POST beyond a bound. @param text the body */
export function setAsideRecord(
  reason: Aside['reason'],
  text: string,
  connection_id: string | null,
): RawRecord {
  const set_aside = { reason, bytes: Buffer.byteLength(text), connection_id }
  return { name: [reason], connection: null, event: 'unknown', payload: {}, set_aside }
}

function* recordsOfChange(
  { connections, shared }: RoutedChange,
  index: number,
  piece: Pick<RawRecord, 'event' | 'payload' | 'whole'>,
): Generator<RawRecord> {
  if (connections.length === 0) yield { name: [index], connection: null, ...piece }
  // The account's connections may have changed when the POST is repeated, so the name contains the connection and not
  // its place.
  for (const connection of connections) {
    const name = shared ? [index, connection.id] : [index]
    yield { name, connection, ...piece }
  }
}

type Part = { readonly event: string; readonly value: unknown }

function divideChange({ field, value }: RoutedChange): readonly Part[] {
  if (field !== 'messages' || !isRecord(value) || asList(value.statuses).length === 0)
    return [{ event: field, value }]
  const { statuses, ...others } = value
  const { messages, errors, ...base } = value
  const both = asList(messages).length > 0 || asList(errors).length > 0
  if (!both) return [{ event: 'statuses', value }]
  return [
    { event: 'messages', value: others },
    { event: 'statuses', value: base },
  ]
}

/** The lists that a change is cut along; every piece keeps its `contacts`. */
const CUT_LISTS = [
  'messages',
  'statuses',
  'message_echoes',
  'calls',
  'user_preferences',
  'user_id_update',
  'state_sync',
  'history',
  'errors',
]

type Piece = { readonly value: unknown; readonly whole?: object }

function* pieces(change: RoutedChange, value: unknown): Generator<Piece> {
  const fits = (piece: unknown) => jsonBytes(change.envelope(piece)) <= MAX_RECORD_BYTES
  if (fits(value)) return yield { value }
  const record = asRecord(value)
  const lists = CUT_LISTS.filter((name) => asList(record[name]).length > 0)
  const tooLarge = (whole: Readonly<Record<string, unknown>>): Piece => ({
    value: withoutContent(whole),
    whole: change.envelope(whole),
  })
  if (lists.length === 0) return yield tooLarge(record)
  const others = fieldsOf(record).filter(([name]) => !lists.includes(name))
  const { contacts, ...rest } = asRecord(orderedObject(others))
  const { kept } = boundFields(rest)
  for (const list of lists) {
    const piece = (items: readonly unknown[]) => ({
      ...kept,
      ...contactsOf(asList(contacts), items),
      [list]: items,
    })
    yield* splitInHalves(asList(record[list]), piece, { fits, tooLarge })
  }
}

function* splitInHalves(
  items: readonly unknown[],
  piece: (items: readonly unknown[]) => Readonly<Record<string, unknown>>,
  by: {
    fits: (piece: unknown) => boolean
    tooLarge: (piece: Readonly<Record<string, unknown>>) => Piece
  },
): Generator<Piece> {
  const value = piece(items)
  if (by.fits(value)) return yield { value }
  if (items.length === 1) return yield by.tooLarge(value)
  const half = Math.ceil(items.length / 2)
  yield* splitInHalves(items.slice(0, half), piece, by)
  yield* splitInHalves(items.slice(half), piece, by)
}

/** The contacts that a piece's items name; without any, all contacts that are small enough. */
function contactsOf(contacts: readonly unknown[], items: readonly unknown[]) {
  const named = new Set(
    items.flatMap((item) => CONTACT_ID_FIELDS.map((field) => asRecord(item)[field])),
  )
  const own = contacts.filter((contact) => {
    const { wa_id, user_id } = asRecord(contact)
    return (
      (wa_id !== undefined && named.has(wa_id)) || (user_id !== undefined && named.has(user_id))
    )
  })
  if (contacts.length === 0) return {}
  return own.length > 0 ? { contacts: own } : boundFields({ contacts }).kept
}

const CONTACT_ID_FIELDS = [
  'from',
  'from_user_id',
  'to',
  'recipient_id',
  'recipient_user_id',
  'wa_id',
  'user_id',
]

/** The summary of a single item above the limit; the record's `whole` has the item. */
function withoutContent(value: Readonly<Record<string, unknown>>): unknown {
  return { metadata: value.metadata ?? null, oversized: true }
}
