import type { Registry } from '@recado/application/registry/registry'
import { isLikeOwnNumber, phoneDigits } from '@recado/domain/phone-number'
import { asRecord, asRecords, asText, isRecord } from '@recado/domain/provider-event/loose-json'
import { eventName } from '@recado/infra/providers/event-name'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { boundFields } from '@recado/translation/bounded-fields'
import type { SpeaksFor } from './app-hooks.ts'

type Json = Readonly<Record<string, unknown>>

/** One change of a POST, its envelope, and its connections. */
export type RoutedChange = {
  readonly field: string
  readonly value: unknown
  /** Builds the change's native envelope around another value. */
  readonly envelope: (value: unknown) => object
  /** Empty when the change concerns no connection of ours. */
  readonly connections: readonly ConnectionEntry[]
  /** Whether the change is about a whole business account, and so about all of its connections. */
  readonly shared: boolean
}

export type Routes = Pick<Registry, 'connectionByPhoneNumberId' | 'connectionsOfWaba'>

/**
 * Splits a POST of Meta into all changes of all entries, in order.
 * @param speaksFor whether the signing app is a connection's; a change about another connection counts as nobody's
 */
export function routeChanges(
  post: unknown,
  routes: Routes,
  speaksFor: SpeaksFor,
): readonly RoutedChange[] {
  const head = boundFields(asRecord(post), { slot: 'entry' })
  return entriesOf(post).flatMap((entry) => {
    const own = boundFields(entry, { slot: 'changes', most: head.left })
    return asRecords(entry.changes).map((change) => {
      const around = { post: head.kept, entry: own.kept, left: own.left }
      const { connections, ...whole } = routeChange(around, change, asText(entry.id), routes)
      return { ...whole, connections: connections.filter(speaksFor) }
    })
  })
}

/** How many changes a POST has. */
export function countChanges(post: unknown): number {
  return entriesOf(post).reduce((sum, { changes }) => sum + asRecords(changes).length, 0)
}

/** The entries of a POST; an odd POST has none. */
export function entriesOf(post: unknown): readonly Json[] {
  return asRecords(asRecord(post).entry)
}

/** The envelope around a change, and how many bytes of the change's own fields may be kept. */
type Around = { readonly post: Json; readonly entry: Json; readonly left: number }

function routeChange(
  { post, entry, left }: Around,
  change: Json,
  entryId: string | null,
  routes: Routes,
): RoutedChange {
  const { kept } = boundFields(change, { slot: 'value', most: left })
  const envelope = (value: unknown) => ({
    ...post,
    entry: [{ ...entry, changes: [{ ...kept, value }] }],
  })
  const { field, value } = change
  return {
    field: eventName(field),
    value,
    envelope,
    ...connectionsOfChange(entryId, asRecord(value), routes),
  }
}

/**
 * Finds the connections of a change: by the id of the number; where Meta omits it, by business account and displayed
 * number; without any number, all connections of the business account.
 */
function connectionsOfChange(entryId: string | null, value: Json, routes: Routes) {
  const metadata = isRecord(value.metadata) ? value.metadata : value
  const id = asText(metadata.phone_number_id)
  if (id !== null) {
    const connection = routes.connectionByPhoneNumberId(id)
    return { connections: connection ? [connection] : [], shared: false }
  }
  // A change about a partner's customer names the customer's account inside; the entry names the partner's.
  const wabaId = asText(asRecord(value.waba_info).waba_id) ?? entryId
  const ofAccount = wabaId === null ? [] : routes.connectionsOfWaba(wabaId)
  const number = asText(metadata.display_phone_number) ?? asText(value.phone_number)
  if (number === null || phoneDigits(number) === '') return { connections: ofAccount, shared: true }
  return { connections: connectionsWithNumber(ofAccount, number), shared: false }
}

function connectionsWithNumber(
  all: readonly ConnectionEntry[],
  number: string,
): readonly ConnectionEntry[] {
  const exact = all.filter(({ phone_number_digits: own }) => own === phoneDigits(number))
  if (exact.length > 0) return exact
  return all.filter(({ phone_number_digits: own }) => isLikeOwnNumber(own ?? '', number))
}
