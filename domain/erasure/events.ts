import type { FieldClasses } from '../field-classes.ts'

/** Of what a person is erased: the kind of thing that the ids name. */
export type ErasedKind =
  | 'contact'
  | 'identity'
  | 'conversation'
  | 'message'
  | 'imported_message'
  | 'provider_message'
  | 'sale'
  | 'media'
  | 'raw_event'
  | 'delivery'
  | 'event'

/**
 * Some of what is held on an erased person was found: whoever shows it shows nothing of the person any more, and the
 * keys under which its facts are sealed are to be destroyed. Stream: the contact's id. One fact names a portion.
 */
export type PersonalDataFound = {
  type: 'PersonalDataFound'
  data: {
    /** The contact that was erased; others that had been merged into it are among what is found. */
    contact_id: string
    kind: ErasedKind
    ids: string[]
    /** Names of keys, see `infra/sealing`. */
    keys: string[]
    /** How many of the files the provider did not delete, and when it deletes the last by itself; absent for none. */
    left_at_provider?: { files: number; until: string }
    found_at: string
  }
}

/** Everything was found, by a search that began after the last fact about the person. */
export type PersonalDataListed = {
  type: 'PersonalDataListed'
  data: {
    contact_id: string
    listed_at: string
    /** Where webhooks had told of the person; absent where that was not noted. */
    recipients?: ErasedRecipient[]
  }
}

/** Nothing here is of the person: it must be known afterwards who has to erase it too. */
export type ErasedRecipient = {
  webhook_id: string
  /** The host of the address, with its port. */
  host: string
  /** When something was delivered there last. */
  last_at: string
}

/** The keys were destroyed: nobody can read the person's facts any more. Once more after something has arrived late. */
export type PersonErased = {
  type: 'PersonErased'
  data: {
    contact_id: string
    /** How many keys there were, since the last such fact. */
    keys: number
    /** How many late events are among what was destroyed, over all such facts; absent for none. */
    arrivals?: number
    erased_at: string
  }
}

/**
 * The keys of everything that the log has on a user of the dashboard were destroyed, after the fact that says that it was
 * erased. Stream: the user's id.
 */
export type UserKeysDestroyed = {
  type: 'UserKeysDestroyed'
  data: {
    user_id: string
    account_id: string
    /** How many keys there were. */
    keys: number
    destroyed_at: string
  }
}

/**
 * The keys of everything that the log has on an erased account were destroyed, and its rows, files and secrets were
 * removed. Stream: the account's id.
 */
export type AccountKeysDestroyed = {
  type: 'AccountKeysDestroyed'
  data: {
    account_id: string
    /** How many keys there were. */
    keys: number
    destroyed_at: string
  }
}

/**
 * Something about the person was recorded after everything had been found: a raw event that concerns the time before,
 * such as a late status or a repeat, or the outcome of a send or delivery that was under way. It is to be destroyed too.
 * Stream: uuid of the contact and the event.
 */
export type PersonalDataArrived = {
  type: 'PersonalDataArrived'
  data: {
    contact_id: string
    event_id: string
    /** Of the event in the log. */
    position: string
    arrived_at: string
  }
}

export type ErasureEvent =
  | PersonalDataFound
  | PersonalDataListed
  | PersonErased
  | UserKeysDestroyed
  | AccountKeysDestroyed
  | PersonalDataArrived

export const ERASURE_FIELDS = {
  PersonalDataFound: { ids: 'plain', keys: 'plain', 'left_at_provider.until': 'plain' },
  PersonalDataListed: { 'recipients[].host': 'plain' },
  PersonErased: {},
  UserKeysDestroyed: {},
  AccountKeysDestroyed: {},
  PersonalDataArrived: { position: 'plain' },
} satisfies FieldClasses<ErasureEvent>
