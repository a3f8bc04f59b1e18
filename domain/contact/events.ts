import type { IdentityKind } from '../contact-identity/events.ts'
import type { FieldClasses } from '../field-classes.ts'

/** A contact was created for a person. Its id is derived from the first identity claimed. */
export type ContactCreated = {
  type: 'ContactCreated'
  data: { contact_id: string; created_at: string }
}

/** The contact's name changed. The provider's name never replaces one that an API call set. */
export type ContactRenamed = {
  type: 'ContactRenamed'
  data: {
    contact_id: string
    name: string | null
    source: 'api' | 'provider'
    /** Present when the name is that of the business's address book. Absent: a caller's, or a profile's. */
    listed?: true
    /** When the provider told the name, by its clock. Absent: a caller gave it, or the time is unknown. */
    said_at?: string
    renamed_at: string
  }
}

type Identity = {
  contact_id: string
  kind: IdentityKind
  /** As the caller or provider gave it. */
  value: string
  /** The key that equal identities share: both forms of a Brazilian mobile have the same one. */
  match_key: string
  connection_id: string | null
}

/**
 * The person is known by this identity, which is the one shown of its kind. A BSUID is linked once for each connection on
 * which it was seen. `merged_contacts` is present when the
 * identity came from a merged contact: how many contacts have been merged into this one by then.
 */
export type ContactIdentityLinked = {
  type: 'ContactIdentityLinked'
  data: Identity & {
    /** When the provider used the identity for the person, by its clock. Absent: a caller did, or it is unknown. */
    said_at?: string
    /** Present when the person gave it in answer to `request_contact_info`. */
    given?: true
    linked_at: string
    merged_contacts?: number
  }
}

/**
 * The person is no longer known by this identity. `merged_contacts` is present when the identity left with a merged
 * contact that was separated again: how many contacts are merged into this one from then on.
 */
export type ContactIdentityUnlinked = {
  type: 'ContactIdentityUnlinked'
  data: Identity & { unlinked_at: string; merged_contacts?: number }
}

/** A weaker identity seen on this person names another contact. Both contacts stay as they are. */
export type ContactIdentityConflict = {
  type: 'ContactIdentityConflict'
  data: Identity & { other_contact_id: string; noticed_at: string }
}

/**
 * Two contacts are one person: the provider showed it, or a caller said so. This contact is merged into the survivor,
 * which takes its place.
 */
export type ContactMerged = {
  type: 'ContactMerged'
  data: { contact_id: string; survivor_id: string; merged_at: string }
}

/** A caller or the operator separated the contact from its survivor. It is a contact of its own again, with what it had. */
export type ContactUnmerged = {
  type: 'ContactUnmerged'
  data: { contact_id: string; survivor_id: string; unmerged_at: string }
}

/** The contact was put on a stage by hand. */
export type ContactMovedToStage = {
  type: 'ContactMovedToStage'
  data: { contact_id: string; stage_id: string; moved_at: string }
}

/** The contact's stage is derived automatically again. */
export type ContactReturnedToAutomaticStage = {
  type: 'ContactReturnedToAutomaticStage'
  data: { contact_id: string; returned_at: string }
}

/** The person came through an ad or a post, by the referral of the first message after the click. */
export type ContactSessionRecorded = {
  type: 'ContactSessionRecorded'
  data: {
    contact_id: string
    connection_id: string
    channel: string
    utm_source: string | null
    utm_campaign: string | null
    ad_id: string | null
    landing_url: string | null
    ctwa_clid: string | null
    recorded_at: string
  }
}

/**
 * The person opted out of marketing messages on this connection, or in again. A newer choice is recorded even when it
 * repeats the known one.
 */
export type ContactMarketingPreferenceChanged = {
  type: 'ContactMarketingPreferenceChanged'
  data: { contact_id: string; connection_id: string; opted_out: boolean; changed_at: string }
}

/** A caller restricted the processing of the person's data, or lifted that: nothing is sent to a restricted contact. */
export type ContactRestrictionChanged = {
  type: 'ContactRestrictionChanged'
  data: { contact_id: string; restricted: boolean; changed_at: string }
}

/**
 * The person asked to be forgotten (GDPR art. 17, LGPD art. 18, VI): from here on the contact is nobody, for good. What
 * is still to be done stands in the stream of its erasure. Of contacts that are one person each has this fact.
 */
export type ContactErased = {
  type: 'ContactErased'
  data: { contact_id: string; erased_at: string }
}

export type ContactEvent =
  | ContactCreated
  | ContactRenamed
  | ContactIdentityLinked
  | ContactIdentityUnlinked
  | ContactIdentityConflict
  | ContactMerged
  | ContactUnmerged
  | ContactMovedToStage
  | ContactReturnedToAutomaticStage
  | ContactSessionRecorded
  | ContactMarketingPreferenceChanged
  | ContactRestrictionChanged
  | ContactErased

export const CONTACT_FIELDS = {
  ContactCreated: {},
  ContactRenamed: { name: 'personal' },
  ContactIdentityLinked: { value: 'personal', match_key: 'personal' },
  ContactIdentityUnlinked: { value: 'personal', match_key: 'personal' },
  ContactIdentityConflict: { value: 'personal', match_key: 'personal' },
  ContactMerged: {},
  ContactUnmerged: {},
  ContactMovedToStage: {},
  ContactReturnedToAutomaticStage: {},
  ContactSessionRecorded: {
    landing_url: 'personal',
    ctwa_clid: 'personal',
    channel: 'plain',
    utm_source: 'plain',
    utm_campaign: 'plain',
    ad_id: 'plain',
  },
  ContactMarketingPreferenceChanged: {},
  ContactRestrictionChanged: {},
  ContactErased: {},
} satisfies FieldClasses<ContactEvent>
