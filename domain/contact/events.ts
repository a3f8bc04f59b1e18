import type { IdentityKind } from '../contact-identity/events.ts'
import type { FieldClasses } from '../field-classes.ts'

/** A person exists for the account. Its id is derived from the first identity claimed. */
export type ContactCreated = {
  type: 'ContactCreated'
  data: { contact_id: string; created_at: string }
}

/** The person shows another name. One that an API call set is never replaced by the provider's. */
export type ContactRenamed = {
  type: 'ContactRenamed'
  data: { contact_id: string; name: string | null; source: 'api' | 'provider'; renamed_at: string }
}

type Identity = {
  contact_id: string
  kind: IdentityKind
  /** As the caller or provider gave it. */
  value: string
  /** What equal identities share: both forms of a Brazilian mobile have one. */
  match_key: string
  connection_id: string | null
}

/**
 * The person is known by this identity. `merged_contacts` stands where it was taken over from a contact that was merged: how
 * many others live on as this one since.
 */
export type ContactIdentityLinked = {
  type: 'ContactIdentityLinked'
  data: Identity & { linked_at: string; merged_contacts?: number }
}

/** The person is no longer known by this identity. */
export type ContactIdentityUnlinked = {
  type: 'ContactIdentityUnlinked'
  data: Identity & { unlinked_at: string }
}

/** A weaker identity seen on this person belongs to another one; both stay as they are. */
export type ContactIdentityConflict = {
  type: 'ContactIdentityConflict'
  data: Identity & { other_contact_id: string; noticed_at: string }
}

/** The provider showed that two contacts are one: this one lives on as the survivor. */
export type ContactMerged = {
  type: 'ContactMerged'
  data: { contact_id: string; survivor_id: string; merged_at: string }
}

/** An operator took the contact apart from the survivor: it stands for itself again, with what it had. */
export type ContactUnmerged = {
  type: 'ContactUnmerged'
  data: { contact_id: string; survivor_id: string; unmerged_at: string }
}

/** A person was put on a stage by hand. */
export type ContactMovedToStage = {
  type: 'ContactMovedToStage'
  data: { contact_id: string; stage_id: string; moved_at: string }
}

/** The stage is derived again. */
export type ContactReturnedToAutomaticStage = {
  type: 'ContactReturnedToAutomaticStage'
  data: { contact_id: string; returned_at: string }
}

/** The person came through an ad or post (referral of the first message after the click). */
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

/** The person opted out of marketing messages, or in again. */
export type ContactMarketingPreferenceChanged = {
  type: 'ContactMarketingPreferenceChanged'
  data: { contact_id: string; connection_id: string; opted_out: boolean; changed_at: string }
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

/** Which fields of each fact are personal or raw. */
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
} satisfies FieldClasses<ContactEvent>
