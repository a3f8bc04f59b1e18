import { idOf } from '@recado/application/ids'
import type { ContactIdentityEvent } from '@recado/domain/contact-identity/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { LRUCache } from 'lru-cache'
import { type ConnectionHistories, connectionHistories } from './connection-histories.ts'
import { type KnownStreams, knownStreams } from './known-streams.ts'

/**
 * What this runner has written or seen in the log, newest last and bounded: it bridges the time until the
 * read models show it, and spares most questions to them.
 */
export type RecentClaims = {
  /** Whom an identity names: a contact, nobody (null), or not remembered (undefined). */
  contactOf(identityId: string): string | null | undefined
  /** Notes a claim's newest state; an older one than remembered is ignored. */
  learn(identityId: string, contactId: string | null, position: bigint): void
  /** Learns from the facts of claims that the log delivers, whoever wrote them. */
  follow(event: RecordedEvent<ContactIdentityEvent>): void
  /** Streams known to exist: messages and conversations. */
  readonly existing: LRUCache<string, true>
  /** Raw events worked on. */
  readonly raw: LRUCache<string, true>
  /** What connections' own streams say. */
  readonly connections: ConnectionHistories
  /** What the streams of claims and contacts have. */
  readonly streams: KnownStreams
}

/** @param floor position that the read models have passed already: what the log says up to it is shown there */
export function recentClaims(floor: bigint): RecentClaims {
  const identities = new LRUCache<string, { contactId: string | null; position: bigint }>({
    max: 50_000,
  })
  const learn = (id: string, contactId: string | null, position: bigint) => {
    if ((identities.get(id)?.position ?? floor) < position)
      identities.set(id, { contactId, position })
  }
  return {
    contactOf: (id) => identities.get(id)?.contactId,
    learn,
    follow({ type, data, stream, position }) {
      learn(idOf(stream), type === 'IdentityClaimed' ? data.contact_id : null, position)
    },
    existing: new LRUCache({ max: 50_000 }),
    raw: new LRUCache({ max: 10_000 }),
    connections: connectionHistories(),
    streams: knownStreams(),
  }
}
