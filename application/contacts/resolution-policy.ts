import type { IdentityKind } from '@recado/domain/contact-identity/events'

/** What becomes of an identity that names somebody else than the person who is resolved. */
export type Foreign =
  /** Nothing is done for the person at all. */
  | 'refuse'
  /** It is noted on the person as a conflict; both people stay as they are. */
  | 'note'
  /**
   * It proves who somebody is: the two are one person. Where they must stay two it is noted, or a number goes on to whoever has
   * it now.
   */
  | 'merge'
  /** It moves from one person to another: whoever had it has it no longer. */
  | 'take'

/** What a caller may do to other people's identities. */
export type ResolutionPolicy = {
  readonly foreign: Readonly<Record<IdentityKind, Foreign>>
  /**
   * Whether whoever has another BSUID on the connection is another person. A caller's word replaces the one that the
   * contact had.
   */
  readonly tellsApart: boolean
  /** Whether a contact that is meant by its id, and was never created, is created. */
  readonly creates: boolean
  /** Whether what was claimed on the way is free again unless all of it can be had. */
  readonly allOrNothing: boolean
}

/** An API call changes the person it names, or nothing: another person's identity is an error of the caller's. */
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

/** A send goes to the strongest identity it names and proves nothing of the others. */
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

/** A provider knows who somebody is: its BSUID and phone prove it, and a username follows its newest word. */
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
