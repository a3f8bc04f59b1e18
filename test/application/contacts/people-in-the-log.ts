import { type Contact, contact, identityKey } from '@recado/domain/contact/contact'
import type { ContactEvent } from '@recado/domain/contact/events'
import { isClaimed } from '@recado/domain/contact-identity/kinds'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { NO_REPORT, NOTHING_KNOWN } from '@recado/projectors/intake/record/fill-lookup'
import { NO_PLACES } from '@recado/projectors/intake/record/lookup'
import { freshRecorder } from '../../projectors/intake/recorder-kit.ts'
import type { World } from './people-world.ts'

type Log = { readonly log: readonly RecordedEvent[] }

/** Every contact in the log, by its id. */
export function contactsOf({ log }: Log): Map<string, NonNullable<Contact>> {
  const contacts = new Map<string, NonNullable<Contact>>()
  for (const fact of log) {
    if (!fact.stream.startsWith('contact-')) continue
    const id = fact.stream.slice('contact-'.length)
    const next = contact.evolve(contacts.get(id) ?? null, fact as RecordedEvent<ContactEvent>)
    if (next !== null) contacts.set(id, next)
  }
  return contacts
}

/** Identity to contact, by the links of unmerged contacts; an identity with two contacts is listed twice. */
export function linksOf(world: Log): string[] {
  const living = [...contactsOf(world).values()].filter(({ merged_into }) => merged_into === null)
  return living
    .flatMap(({ identities, contact_id }) =>
      identities.filter(isClaimed).map((link) => `${identityKey(link)} → ${contact_id}`),
    )
    .sort()
}

/** Identity to contact, by the claims. */
export function claimsOf({ log }: Log): string[] {
  const owners = new Map<string, string>()
  for (const { type, stream, data } of log) {
    const { kind, match_key, contact_id } = data as Record<string, string>
    if (type === 'IdentityReleased') owners.delete(stream)
    if (type === 'IdentityClaimed') owners.set(stream, `${kind} ${match_key} → ${contact_id}`)
  }
  return [...owners.values()].sort()
}

/** Ids of the received messages in the log whose contact exists. */
export function heard(world: World): string[] {
  const contacts = contactsOf(world)
  return world.log
    .filter(({ type }) => type === 'MessageReceived')
    .map(({ data }) => data as { message_id: string; contact_id: string })
    .filter(({ contact_id }) => contacts.has(contact_id))
    .map(({ message_id }) => message_id)
    .sort()
}

/** Records all messages again with empty caches, where the read models know which messages the log has. */
export async function replay(world: World, store: EventStore): Promise<void> {
  const messages = new Set(heard(world))
  const known = {
    ask: async () => ({ ...NOTHING_KNOWN, messages }),
    told: async () => NO_REPORT,
    places: async () => NO_PLACES,
  }
  await freshRecorder(store, { known }).record(...world.raws)
}
