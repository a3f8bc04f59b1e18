import type { Aggregate } from '../decision.ts'
import type { ContactIdentityEvent } from './events.ts'

/** Whom the identity names now; null when nobody. */
export type ContactIdentity = { readonly contact_id: string } | null

/** One identity of one account. Stream: uuid of account + kind + match key. */
export const contactIdentity: Aggregate<ContactIdentity, ContactIdentityEvent> = {
  category: 'contactIdentity',
  initialState: null,
  evolve(_state, event) {
    switch (event.type) {
      case 'IdentityClaimed':
        return { contact_id: event.data.contact_id }
      case 'IdentityReleased':
        return null
    }
  },
}
