import type { IdentityKind } from '@recado/domain/contact-identity/events'

/** How to treat an identity that names another contact than the person being resolved. */
export type ForeignIdentityRule =
  | 'refuse'
  /** A conflict is recorded on the person; both contacts stay as they are. */
  | 'note'
  /**
   * It proves that both are one person. If they must stay apart, it is noted, or a phone moves to its present holder.
   */
  | 'merge'
  | 'take'

export type ResolutionPolicy = {
  readonly foreign: Readonly<Record<IdentityKind, ForeignIdentityRule>>
  /** Whether another BSUID on the connection means another person. Not for callers, who may replace a BSUID. */
  readonly tellsApart: boolean
  /** Whether a contact with an unknown id is created. */
  readonly creates: boolean
  /** Whether claims made on the way are released unless all identities can be claimed. */
  readonly allOrNothing: boolean
}

/** An API call that names another person's identity is refused, and changes nothing. */
export const CALLER_POLICY: ResolutionPolicy = {
  foreign: {
    business_scoped_user_id: 'refuse',
    phone: 'refuse',
    wa_id: 'refuse',
    parent_business_scoped_user_id: 'refuse',
    username: 'refuse',
    lid: 'refuse',
  },
  tellsApart: false,
  creates: false,
  allOrNothing: true,
}

/** A send goes to the contact of its strongest identity, and proves nothing about the others. */
export const SEND_POLICY: ResolutionPolicy = {
  foreign: {
    business_scoped_user_id: 'note',
    phone: 'note',
    wa_id: 'note',
    parent_business_scoped_user_id: 'note',
    username: 'note',
    lid: 'note',
  },
  tellsApart: true,
  creates: true,
  allOrNothing: false,
}

/** A provider's BSUID and phone prove who a person is; a username belongs to the person it was reported for last. */
export const PROVIDER_POLICY: ResolutionPolicy = {
  foreign: {
    business_scoped_user_id: 'merge',
    phone: 'merge',
    wa_id: 'note',
    parent_business_scoped_user_id: 'note',
    username: 'take',
    lid: 'note',
  },
  tellsApart: true,
  creates: true,
  allOrNothing: false,
}
