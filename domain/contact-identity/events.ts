import type { FieldClasses } from '../field-classes.ts'

/** What a person is known by. wa_id and lid are the provider's own and never shown. */
export type IdentityKind =
  | 'phone'
  | 'wa_id'
  | 'username'
  | 'business_scoped_user_id'
  | 'parent_business_scoped_user_id'
  | 'lid'

/** This identity names this contact. Stream: uuid of account + kind + match key. */
export type IdentityClaimed = {
  type: 'IdentityClaimed'
  data: {
    account_id: string
    kind: IdentityKind
    match_key: string
    contact_id: string
    claimed_at: string
  }
}

/** The identity may name somebody else. */
export type IdentityReleased = {
  type: 'IdentityReleased'
  data: {
    account_id: string
    kind: IdentityKind
    match_key: string
    contact_id: string
    released_at: string
  }
}

export type ContactIdentityEvent = IdentityClaimed | IdentityReleased

/** Which fields of each fact are personal or raw. */
export const CONTACT_IDENTITY_FIELDS = {
  IdentityClaimed: { match_key: 'personal' },
  IdentityReleased: { match_key: 'personal' },
} satisfies FieldClasses<ContactIdentityEvent>
