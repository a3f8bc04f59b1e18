import { isSamePhone, phoneDigits } from '@recado/domain/phone-number'
import { asRecord, asRecords, asText, isRecord } from '@recado/domain/provider-event/loose-json'
import type { ConnectionEntry, Directory } from '@recado/infra/directory/directory'
import type { SpeaksFor } from './app-hooks.ts'
import { eventName } from './event-name.ts'

type Json = Readonly<Record<string, unknown>>

/** One change of a POST, in the envelope it came in, and whose it is. */
export type RoutedChange = {
  readonly field: string
  readonly value: unknown
  /** A native envelope of this change with another value in its place. */
  readonly envelope: (value: unknown) => object
  /** None when it concerns no connection of ours. */
  readonly connections: readonly ConnectionEntry[]
  /** Whether it speaks of a whole business account, so that several connections may get it. */
  readonly shared: boolean
}

export type Routes = Pick<Directory, 'connectionByPhoneNumberId' | 'connectionsOfWaba'>

/**
 * Takes a POST of Meta apart: every change of every entry, in order, whatever its field.
 * @param speaksFor whose app signed it: what concerns others concerns no connection of ours
 */
export function routeChanges(
  post: unknown,
  routes: Routes,
  speaksFor: SpeaksFor,
): readonly RoutedChange[] {
  return asRecords(asRecord(post).entry).flatMap((entry) =>
    asRecords(entry.changes).map((change) => {
      const { connections, ...whole } = routed(asRecord(post), entry, change, routes)
      return { ...whole, connections: connections.filter(speaksFor) }
    }),
  )
}

function routed(post: Json, entry: Json, change: Json, routes: Routes): RoutedChange {
  const envelope = (value: unknown) => ({
    ...post,
    entry: [{ ...entry, changes: [{ ...change, value }] }],
  })
  const { field, value } = change
  return {
    field: eventName(field),
    value,
    envelope,
    ...concerned(asText(entry.id), asRecord(value), routes),
  }
}

/**
 * By the id of the number; where Meta leaves it out, by the business account and the number shown; a change
 * without any number concerns every connection of the account.
 */
function concerned(entryId: string | null, value: Json, routes: Routes) {
  const metadata = isRecord(value.metadata) ? value.metadata : value
  const id = asText(metadata.phone_number_id)
  if (id !== null) {
    const connection = routes.connectionByPhoneNumberId(id)
    return { connections: connection ? [connection] : [], shared: false }
  }
  // What a partner is told of its customers names the customer inside; the entry is the partner's own then.
  const wabaId = asText(asRecord(value.waba_info).waba_id) ?? entryId
  const ofAccount = wabaId === null ? [] : routes.connectionsOfWaba(wabaId)
  const number = asText(metadata.display_phone_number) ?? asText(value.phone_number)
  if (number === null || phoneDigits(number) === '') return { connections: ofAccount, shared: true }
  const named = ofAccount.filter(({ phone_number_digits: own }) => isSamePhone(own ?? '', number))
  return { connections: named, shared: false }
}
