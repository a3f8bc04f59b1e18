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

/** Every aggregate; a test finds a missing one. */
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

const DECIDED: readonly string[] = AGGREGATES.map(({ category }) => `${category}-`)

/** Whether a stream belongs to an aggregate: no retention deletes it. */
export function isDecided(stream: string): boolean {
  return DECIDED.some((prefix) => stream.startsWith(prefix))
}

/** All journals but `providerPost`: no read model shows its bytes. */
const JOURNALS = ['providerEvent', 'webhookDelivery']

export const FOLLOWED: readonly string[] = [
  ...DECIDED,
  ...JOURNALS.map((category) => `${category}-`),
]

/**
 * Position of the newest event that the read models follow, and are certain to reach; null when there is none, or none
 * was found before the signal aborted.
 */
export async function headOfFollowedStreams(
  store: Pick<EventStore, 'readAll'>,
  signal?: AbortSignal,
): Promise<bigint | null> {
  for await (const event of store.readAll({ from: 'end', direction: 'backwards' })) {
    if (signal?.aborted) return null
    if (FOLLOWED.some((prefix) => event.stream.startsWith(prefix))) return event.position
  }
  return null
}

export type Backlog = { readonly count: number; readonly first: RecordedEvent | null }

/** @returns null when the log does not answer in time; else `count` is at most `most` */
export async function countBacklog(
  store: EventStore,
  of: { position: bigint; streamPrefixes: readonly string[]; most: number; withinMs: number },
): Promise<Backlog | null> {
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
