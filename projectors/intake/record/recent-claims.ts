import type { Erasure, ObservedClaim } from '@recado/application/contacts/claims'
import { type Ids, idOf, membershipId } from '@recado/application/ids'
import { openLruCache } from '@recado/application/open-lru-cache'
import { identityKey, type LinkedIdentity } from '@recado/domain/contact/contact'
import type { ContactIdentityEvent } from '@recado/domain/contact-identity/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { LRUCache } from 'lru-cache'
import { type ClaimEvents, claimEvents } from './claim-events.ts'
import { type ConnectionHistories, connectionHistories } from './connection-histories.ts'
import type { LastReport } from './lookup.ts'

/** What this runner wrote or saw in the log, bounded. Bridges the time until the read models show it; saves queries. */
export type RecentClaims = {
  /** The contact that an identity names; null for none, undefined when not remembered. */
  contactOf(identityId: string): string | null | undefined
  /** The erasure by which an identity names nobody; null for none, undefined when not remembered. */
  erasureOf(identityId: string): Erasure | null | undefined
  learn(claim: ObservedClaim, position: bigint): void
  follow(event: RecordedEvent<ContactIdentityEvent>): void
  /** By contact, when the provider told its names last. */
  readonly told: LRUCache<string, LastReport>
  /** Streams known to exist: conversations, and messages that are no placeholders. */
  readonly existing: LRUCache<string, true>
  /** Links of BSUIDs to contacts on connections, by `linkKey`. */
  readonly userIds: LRUCache<string, true>
  /** Threads of a number's history, by raw event and the person's identities. */
  readonly threads: LRUCache<string, Ids<'contact_id' | 'conversation_id'>>
  /** Raw events that were translated. */
  readonly raw: LRUCache<string, true>
  readonly connections: ConnectionHistories
  readonly streams: ClaimEvents
}

type Named = {
  readonly contactId: string | null
  readonly erasure: Erasure | null
  readonly position: bigint
}

/** Names the link of an identity to a contact on a connection. */
export function linkKey(
  of: Ids<'connection_id' | 'contact_id'>,
  identity: Pick<LinkedIdentity, 'kind' | 'match_key'>,
): string {
  return `${membershipId(of)} ${identityKey(identity)}`
}

export const USER_ID = 'business_scoped_user_id'

/** @param floor position that the read models include: claims up to it are looked up there */
export function recentClaims(floor: bigint): RecentClaims {
  const identities = openLruCache<Named>(50_000)
  const learn = ({ claim_id, contact_id, erasure = null }: ObservedClaim, position: bigint) => {
    if ((identities.get(claim_id)?.position ?? floor) < position)
      identities.set(claim_id, { contactId: contact_id, erasure, position })
  }
  return {
    contactOf: (id) => identities.get(id)?.contactId,
    erasureOf: (id) => identities.get(id)?.erasure,
    learn,
    follow({ type, data, stream, position }) {
      const claim_id = idOf(stream)
      if (type === 'IdentityClaimed') learn({ claim_id, contact_id: data.contact_id }, position)
      if (type === 'IdentityReleased')
        learn({ claim_id, contact_id: null, erasure: data.erasure ?? null }, position)
    },
    told: openLruCache(50_000),
    existing: openLruCache(50_000),
    userIds: openLruCache(50_000),
    threads: openLruCache(10_000),
    raw: openLruCache(10_000),
    connections: connectionHistories(),
    streams: claimEvents(),
  }
}
