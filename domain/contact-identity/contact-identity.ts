import type { Aggregate } from '../decision.ts'
import { newer } from '../provider-clock.ts'
import type { ContactIdentityEvent, IdentityReleased, IdentityReplaced } from './events.ts'

export type Replacement = Pick<IdentityReplaced['data'], 'by' | 'said_at'>

/** What an identity names; null before its first fact. */
export type ContactIdentity = {
  /** null while it names no contact. */
  readonly contact_id: string | null
  /** Since when it names the contact; null while it names none. */
  readonly claimed_at: string | null
  /** Time of the newest report about the identity, by the provider's clock; null without a report. */
  readonly said_at: string | null
  /** The erasure by which it names nobody; null when it names somebody, or does not for another reason. */
  readonly erasure: NonNullable<IdentityReleased['data']['erasure']> | null
  /** The identities under which its persons continued, the newest `MAX_REPLACEMENTS`. */
  readonly replacements: readonly Replacement[]
} | null

/** A number may change hands several times. Reports older than the kept replacements concern nobody any more. */
const MAX_REPLACEMENTS = 20

const UNNAMED: NonNullable<ContactIdentity> = {
  contact_id: null,
  claimed_at: null,
  said_at: null,
  erasure: null,
  replacements: [],
}

/** One identity of one account. Stream: uuid of account + kind + match key. */
export const contactIdentity: Aggregate<ContactIdentity, ContactIdentityEvent> = {
  category: 'contactIdentity',
  initialState: null,
  evolve(known, { type, data }) {
    const state = known ?? UNNAMED
    const said_at = newer(state.said_at, data.said_at ?? null)
    switch (type) {
      case 'IdentityClaimed': {
        const { contact_id, claimed_at } = data
        return { ...state, contact_id, claimed_at, said_at, erasure: null }
      }
      case 'IdentityReleased': {
        const { erasure = null } = data
        return { ...state, contact_id: null, claimed_at: null, said_at, erasure }
      }
      case 'IdentityReplaced': {
        const { by, said_at: since } = data
        const replacements = [...state.replacements, { by, said_at: since }]
        return { ...state, replacements: replacements.slice(-MAX_REPLACEMENTS) }
      }
    }
  },
}
