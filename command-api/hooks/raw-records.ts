import { asList, asRecord, isRecord } from '@recado/domain/provider-event/loose-json'
import type { ConnectionEntry } from '@recado/infra/directory/directory'
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
}

/**
 * One record per change and connection. A change with messages and statuses gives one record of each; one
 * that is too large is cut along its lists, each piece a complete envelope.
 */
export function rawRecords(changes: readonly RoutedChange[]): readonly RawRecord[] {
  const records: RawRecord[] = []
  let index = 0
  for (const change of changes)
    for (const part of divided(change))
      for (const value of pieces(change, part.value)) {
        const payload = change.envelope(value)
        records.push(...addressed(change, index++, part.event, payload))
      }
  return records
}

function addressed(
  { connections, shared }: RoutedChange,
  index: number,
  event: string,
  payload: object,
): readonly RawRecord[] {
  if (connections.length === 0) return [{ name: [index], connection: null, event, payload }]
  // Which connections an account has may differ when the POST is repeated: the index alone would then name
  // another record.
  return connections.map((connection) => {
    const name = shared ? [index, connection.id] : [index]
    return { name, connection, event, payload }
  })
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

function pieces(change: RoutedChange, value: unknown): readonly unknown[] {
  if (jsonBytes(change.envelope(value)) <= MAX_RECORD_BYTES) return [value]
  const record = asRecord(value)
  const list = LISTS.filter((name) => asList(record[name]).length > 1).sort(
    (a, b) => asList(record[b]).length - asList(record[a]).length,
  )[0]
  if (list === undefined) return [withoutContent(record)]
  const items = asList(record[list])
  const half = Math.ceil(items.length / 2)
  return [items.slice(0, half), items.slice(half)].flatMap((part) =>
    pieces(change, withContacts({ ...record, [list]: part }, part)),
  )
}

/** A piece keeps the contacts that its items speak of, or all when they name none. */
function withContacts(value: Record<string, unknown>, items: readonly unknown[]) {
  const named = new Set(items.flatMap((item) => WHO.map((field) => asRecord(item)[field])))
  const contacts = asList(value.contacts).filter((contact) => {
    const { wa_id, user_id } = asRecord(contact)
    return (
      (wa_id !== undefined && named.has(wa_id)) || (user_id !== undefined && named.has(user_id))
    )
  })
  return contacts.length === 0 ? value : { ...value, contacts }
}

const WHO = ['from', 'from_user_id', 'to', 'recipient_id', 'recipient_user_id', 'wa_id', 'user_id']

/** A single item above the limit: the record says so, the bytes stand in the post's own stream. */
function withoutContent(value: Readonly<Record<string, unknown>>): unknown {
  return { metadata: value.metadata ?? null, oversized: true }
}

/** Size as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '')
}
