import type { Aggregate } from '../decision.ts'
import type { ContactIdentityEvent } from './events.ts'

/** The contact that the identity names, and since when; null while it names none. */
export type ContactIdentity = { readonly contact_id: string; readonly claimed_at: string } | null

/** One identity of one account. Stream: uuid of account + kind + match key. */
export const contactIdentity: Aggregate<ContactIdentity, ContactIdentityEvent> = {
  category: 'contactIdentity',
  initialState: null,
  evolve(_state, event) {
    switch (event.type) {
      case 'IdentityClaimed': {
        const { contact_id, claimed_at } = event.data
        return { contact_id, claimed_at }
      }
      case 'IdentityReleased':
        return null
    }
  },
}
