import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import type { ContactIdentityEvent } from '@recado/domain/contact-identity/events'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { streamOf } from '../ids.ts'
import type { Cause } from './cause.ts'
import type { IdentityKey } from './identity-keys.ts'

/** The contact that an identity named when the raw event came: a later claim does not count. */
export async function ownerBefore(
  { store }: { readonly store: Pick<EventStore, 'readLast'> },
  { raw }: Pick<Cause, 'raw'>,
  before: readonly IdentityKey[],
): Promise<string | null> {
  for (const { id } of before) {
    const last = await store.readLast(streamOf(contactIdentity, id))
    const event = last as RecordedEvent<ContactIdentityEvent> | null
    if (event?.type === 'IdentityClaimed' && event.position < raw.position)
      return event.data.contact_id
  }
  return null
}
