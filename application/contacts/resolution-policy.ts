import type { IdentityKind } from '@recado/domain/contact-identity/events'

/** How to treat an identity that names another contact than the person being resolved. */
export type ForeignIdentityRule =
  | 'refuse'
  /** A conflict is recorded on the person; both contacts stay as they are. */
  | 'note'
  /**
   * Both contacts are one person. If they must stay apart, a conflict is recorded, or a phone moves to its new holder.
   */
  | 'merge'
  /** The identity moves to the person. */
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

/** For API calls: a call that names another contact's identity is refused, and changes nothing. */
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

/** For sends: a send goes to the contact of its strongest identity, and proves nothing about the others. */
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

/** For the phone that a gateway tells of a hidden id after a send: both are one person. */
export const GATEWAY_POLICY: ResolutionPolicy = {
  ...SEND_POLICY,
  foreign: { ...SEND_POLICY.foreign, lid: 'merge' },
}

/** For a phone that a person gave: it is the person's, unless another contact has it. */
export const GIVEN_POLICY: ResolutionPolicy = { ...SEND_POLICY }

/** For reports: BSUID, phone and hidden id prove who a person is; a username belongs to the person it was last reported for. */
export const PROVIDER_POLICY: ResolutionPolicy = {
  foreign: {
    business_scoped_user_id: 'merge',
    phone: 'merge',
    wa_id: 'note',
    parent_business_scoped_user_id: 'note',
    username: 'take',
    lid: 'merge',
  },
  tellsApart: true,
  creates: true,
  allOrNothing: false,
}
