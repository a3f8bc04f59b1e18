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
    /** When the provider used it for the person, by its clock. Absent: a caller did, or it is unknown. */
    said_at?: string
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
    /** Time of the report that ended it, by the provider's clock. Absent: a caller ended it, or the time is unknown. */
    said_at?: string
    /** The erasure that ended it: the contact whose person was erased, and when that was asked for. Absent: none did. */
    erasure?: { contact_id: string; requested_at: string }
    released_at: string
  }
}

/**
 * The provider reported that the person of this identity continues under another one of the same kind. Older reports
 * that use this identity mean the other one, whichever contact either of them names.
 */
export type IdentityReplaced = {
  type: 'IdentityReplaced'
  data: {
    account_id: string
    kind: IdentityKind
    match_key: string
    /** The identity that replaces it, as the provider gave it. */
    by: { value: string; match_key: string }
    /** By the provider's clock. */
    said_at: string
    replaced_at: string
  }
}

export type ContactIdentityEvent = IdentityClaimed | IdentityReleased | IdentityReplaced

export const CONTACT_IDENTITY_FIELDS = {
  IdentityClaimed: { match_key: 'personal' },
  IdentityReleased: { match_key: 'personal' },
  IdentityReplaced: { match_key: 'personal', by: 'personal' },
} satisfies FieldClasses<ContactIdentityEvent>
