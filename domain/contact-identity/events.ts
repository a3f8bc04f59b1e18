import type { FieldClasses } from '../field-classes.ts'

/** What a person is known by. The API never shows wa_id and lid, which are the provider's own. */
export type IdentityKind =
  | 'phone'
  | 'wa_id'
  | 'username'
  | 'business_scoped_user_id'
  | 'parent_business_scoped_user_id'
  | 'lid'

/** The identity names this contact from now on. Stream: uuid of account, kind and match key. */
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

/** The identity no longer names this contact; it may name another one. */
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

export const CONTACT_IDENTITY_FIELDS = {
  IdentityClaimed: { match_key: 'personal' },
  IdentityReleased: { match_key: 'personal' },
} satisfies FieldClasses<ContactIdentityEvent>
