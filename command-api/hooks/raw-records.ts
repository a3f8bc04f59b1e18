import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import { asList, asRecord, isRecord } from '@recado/domain/provider-event/loose-json'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { bounded, jsonBytes } from '@recado/translation/bounded-fields'
import type { RoutedChange } from './route-changes.ts'

/** What one record may take of an append: the store's limit is 1 MiB, and metadata stands beside it. */
export const MAX_RECORD_BYTES = 890 * 1024

/** One raw record of a POST. */
export type RawRecord = {
  /** Its name within the POST; depends on the body alone, so that a repeated POST names it alike. */
  readonly name: readonly (string | number)[]
  /** The name by itself: a provider that names its events says the same event again in other bytes. */
  readonly named_by_provider?: true
  /** null: concerns no connection of ours, kept for the operator. */
  readonly connection: ConnectionEntry | null
  /** The field, but a `messages` change that holds statuses only is `statuses`. */
  readonly event: string
  readonly payload: object
  /** The payload as it came, where one record cannot hold it: `payload` only names it then. */
  readonly whole?: object
  /** What of the POST is beyond a bound of ours. */
  readonly set_aside?: Aside
}

/**
 * One record per change and connection, made as they are asked for. A change with messages and statuses gives one record
 * of each; one that is too large is cut along its lists, each piece a complete envelope.
 */
export function* rawRecords(changes: readonly RoutedChange[]): Generator<RawRecord> {
  let index = 0
  for (const change of changes)
    for (const part of divided(change))
      for (const { value, whole } of pieces(change, part.value)) {
        const payload = change.envelope(value)
        const named = { event: part.event, payload, ...(whole && { whole }) }
        yield* addressed(change, index++, named)
      }
}

type Aside = NonNullable<ProviderEventReceived['data']['set_aside']>

/** The record that tells the operator of a POST beyond a bound. @param text the body */
export function setAside(
  reason: Aside['reason'],
  text: string,
  connection_id: string | null,
): RawRecord {
  const set_aside = { reason, bytes: Buffer.byteLength(text), connection_id }
  return { name: [reason], connection: null, event: 'unknown', payload: {}, set_aside }
}

function* addressed(
  { connections, shared }: RoutedChange,
  index: number,
  piece: Pick<RawRecord, 'event' | 'payload' | 'whole'>,
): Generator<RawRecord> {
  if (connections.length === 0) yield { name: [index], connection: null, ...piece }
  // Which connections an account has may differ when the POST is repeated: the index alone would then name
  // another record.
  for (const connection of connections) {
    const name = shared ? [index, connection.id] : [index]
    yield { name, connection, ...piece }
  }
}

type Part = { readonly event: string; readonly value: unknown }

function divided({ field, value }: RoutedChange): readonly Part[] {
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

/** Lists that a change may be cut along; `contacts` goes with every piece. */
const LISTS = [
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
  const lists = LISTS.filter((name) => asList(record[name]).length > 0)
  const tooLarge = (whole: Readonly<Record<string, unknown>>): Piece => ({
    value: withoutContent(whole),
    whole: change.envelope(whole),
  })
  if (lists.length === 0) return yield tooLarge(record)
  const others = Object.entries(record).filter(([name]) => !lists.includes(name))
  const { contacts, ...rest } = Object.fromEntries(others)
  const { kept } = bounded(rest)
  for (const list of lists) {
    const piece = (items: readonly unknown[]) => ({
      ...kept,
      ...contactsOf(asList(contacts), items),
      [list]: items,
    })
    yield* halves(asList(record[list]), piece, { fits, tooLarge })
  }
}

function* halves(
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
  yield* halves(items.slice(0, half), piece, by)
  yield* halves(items.slice(half), piece, by)
}

/** A piece keeps the contacts that its items speak of; when they name none, all that are small. */
function contactsOf(contacts: readonly unknown[], items: readonly unknown[]) {
  const named = new Set(items.flatMap((item) => WHO.map((field) => asRecord(item)[field])))
  const own = contacts.filter((contact) => {
    const { wa_id, user_id } = asRecord(contact)
    return (
      (wa_id !== undefined && named.has(wa_id)) || (user_id !== undefined && named.has(user_id))
    )
  })
  if (contacts.length === 0) return {}
  return own.length > 0 ? { contacts: own } : bounded({ contacts }).kept
}

const WHO = ['from', 'from_user_id', 'to', 'recipient_id', 'recipient_user_id', 'wa_id', 'user_id']

/** A single item above the limit: the record says so, and has it whole beside it. */
function withoutContent(value: Readonly<Record<string, unknown>>): unknown {
  return { metadata: value.metadata ?? null, oversized: true }
}
