import { account } from '@recado/domain/account/account'
import { apiKey } from '@recado/domain/api-key/api-key'
import { call } from '@recado/domain/call/call'
import { connection } from '@recado/domain/connection/connection'
import { connectionNumber } from '@recado/domain/connection-number/connection-number'
import { contact } from '@recado/domain/contact/contact'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import { conversation } from '@recado/domain/conversation/conversation'
import { deliveryRecovery } from '@recado/domain/delivery-recovery/delivery-recovery'
import { funnel } from '@recado/domain/funnel/funnel'
import { media } from '@recado/domain/media/media'
import { message } from '@recado/domain/message/message'
import { providerMessage } from '@recado/domain/provider-message/provider-message'
import { retention } from '@recado/domain/retention/retention'
import { sale } from '@recado/domain/sale/sale'
import { template } from '@recado/domain/template/template'
import { user } from '@recado/domain/user/user'
import { userEmail } from '@recado/domain/user-email/user-email'
import { userSession } from '@recado/domain/user-session/user-session'
import { webhook } from '@recado/domain/webhook/webhook'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'

/** Every aggregate there is: a test finds one that is missing here. */
export const AGGREGATES = [
  account,
  apiKey,
  call,
  connection,
  connectionNumber,
  contact,
  contactIdentity,
  conversation,
  deliveryRecovery,
  funnel,
  media,
  message,
  providerMessage,
  retention,
  sale,
  template,
  user,
  userEmail,
  userSession,
  webhook,
]

/** Categories that are written without a decision, but for `providerPost`: no read model shows its bytes. */
const JOURNALS = ['providerEvent', 'webhookDelivery']

/** Every category of ours that the read models follow; the store's own streams are left out. */
export const FOLLOWED: readonly string[] = [
  ...AGGREGATES.map(({ category }) => `${category}-`),
  ...JOURNALS.map((category) => `${category}-`),
]

/** Position of the newest event that the read models follow; null when there is none. They reach it, for certain. */
export async function headOfFollowedStreams(
  store: Pick<EventStore, 'readAll'>,
): Promise<bigint | null> {
  for await (const event of store.readAll({ from: 'end', direction: 'backwards' }))
    if (FOLLOWED.some((prefix) => event.stream.startsWith(prefix))) return event.position
  return null
}

/** What stands in the log behind a position. `count` is at most what was asked for. */
export type Behind = { readonly count: number; readonly first: RecordedEvent | null }

/**
 * Counts the events behind a position, up to `most`.
 * @returns null when the log does not tell in time
 */
export async function eventsBehind(
  store: EventStore,
  of: { position: bigint; streamPrefixes: readonly string[]; most: number; withinMs: number },
): Promise<Behind | null> {
  const timeout = AbortSignal.timeout(of.withinMs)
  const from = of.position < 0n ? 'start' : of.position
  const filter = { streamPrefixes: of.streamPrefixes }
  let [count, first]: [number, RecordedEvent | null] = [0, null]
  for await (const item of store.subscribe({ from, filter, signal: timeout })) {
    if (item.kind === 'caught_up') return { count, first }
    if (item.kind !== 'event') continue
    first ??= item.event
    count += 1
    if (count >= of.most) return { count, first }
  }
  return first === null ? null : { count, first }
}
