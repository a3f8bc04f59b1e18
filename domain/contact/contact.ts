import type { IdentityKind } from '../contact-identity/events.ts'
import type { Aggregate } from '../decision.ts'
import { newer } from '../provider-clock.ts'
import type { ContactCreated, ContactEvent } from './events.ts'

export type LinkedIdentity = {
  readonly kind: IdentityKind
  /** As the caller or provider gave it. */
  readonly value: string
  readonly match_key: string
  readonly connection_id: string | null
}

export type Contact = {
  readonly contact_id: string
  readonly created_at: string
  readonly name: string | null
  /** Whether an API call set the name; the provider's never replaces such a name. */
  readonly named_by_api: boolean
  /** Whether the name is that of the business's address book, whose changes it follows. */
  readonly named_by_list: boolean
  /** When the provider told the name, by its clock; null when it did not, or for an unknown time. */
  readonly named_at: string | null
  /** By kind, when the provider last used an identity of that kind for the person, by its clock. */
  readonly linked_at: Readonly<Partial<Record<IdentityKind, string>>>
  /** Oldest first; the last one of a kind is shown. */
  readonly identities: readonly LinkedIdentity[]
  /** By BSUID, the connections on which it was linked: a person has another one in each portfolio. */
  readonly user_id_on: ReadonlyMap<string, readonly string[]>
  /** Identities given up, by `identityKey`. A claim of one that still names the contact was left by a crash. */
  readonly given_up: readonly string[]
  /** Recorded already, by `conflictKey` and `sessionKey`. */
  readonly conflicts: readonly string[]
  readonly sessions: readonly string[]
  /** The person's last choice about marketing, by connection. */
  readonly marketing: Readonly<Record<string, { opted_out: boolean; changed_at: string }>>
  /** The stage set by hand; null while it is derived. */
  readonly stage_id: string | null
  /** Whether nothing may be sent to the person. */
  readonly restricted: boolean
  /** When the person was erased: the contact has nothing and gets nothing any more. Null until then. */
  readonly erased_at: string | null
  readonly merged_into: string | null
  /** How many contacts are merged into this one, those merged into them included. */
  readonly merged_contacts: number
  /** Contacts from which this one was separated; the two are never merged again. */
  readonly kept_apart: readonly string[]
} | null

/** The most identities, conflicts and sessions of a contact: each further one would make every decision slower. */
export const MAX_REMEMBERED = 500

/** Names an identity uniquely within its account. */
export function identityKey({
  kind,
  match_key,
}: Pick<LinkedIdentity, 'kind' | 'match_key'>): string {
  return `${kind} ${match_key}`
}

export function shownIdentity(
  identities: readonly LinkedIdentity[],
  kind: IdentityKind,
): LinkedIdentity | undefined {
  return identities.findLast((identity) => identity.kind === kind)
}

export function conflictKey(identity: {
  kind: IdentityKind
  match_key: string
  other_contact_id: string
}): string {
  return `${identity.kind} ${identity.match_key} ${identity.other_contact_id}`
}

export function sessionKey(session: {
  connection_id: string
  ad_id: string | null
  ctwa_clid: string | null
  recorded_at: string
}): string {
  const { connection_id, ad_id, ctwa_clid, recorded_at } = session
  return `${connection_id} ${ad_id} ${ctwa_clid} ${recorded_at}`
}

/** A person of an account. Stream: the contact's id. */
export const contact: Aggregate<Contact, ContactEvent> = {
  category: 'contact',
  initialState: null,
  evolve(state, event) {
    if (event.type === 'ContactCreated') return state ?? newContact(event.data)
    return state === null ? null : { ...state, ...changes(state, event) }
  },
}

function newContact({ contact_id, created_at }: ContactCreated['data']): NonNullable<Contact> {
  return {
    contact_id,
    created_at,
    name: null,
    named_by_api: false,
    named_by_list: false,
    named_at: null,
    linked_at: {},
    identities: [],
    user_id_on: new Map(),
    given_up: [],
    conflicts: [],
    sessions: [],
    marketing: {},
    stage_id: null,
    restricted: false,
    erased_at: null,
    merged_into: null,
    merged_contacts: 0,
    kept_apart: [],
  }
}

function changes(
  state: NonNullable<Contact>,
  event: Exclude<ContactEvent, { type: 'ContactCreated' }>,
): Partial<NonNullable<Contact>> {
  switch (event.type) {
    case 'ContactRenamed': {
      const { name, source, said_at, listed = false } = event.data
      const named_at = newer(state.named_at, said_at ?? null)
      // A cleared name counts as none, so the provider may set it again.
      const named_by_api = source === 'api' && name !== null
      return { name, named_by_api, named_by_list: listed, named_at }
    }
    case 'ContactIdentityLinked': {
      const { kind, value, match_key, connection_id, merged_contacts, said_at } = event.data
      const used = newer(state.linked_at[kind] ?? null, said_at ?? null)
      const others = withoutIdentity(state, kind, match_key)
      const key = identityKey({ kind, match_key })
      return {
        identities: [...others, { kind, value, match_key, connection_id }],
        user_id_on: placesWith(state, event.data),
        given_up: state.given_up.filter((other) => other !== key),
        linked_at: used === null ? state.linked_at : { ...state.linked_at, [kind]: used },
        merged_contacts: merged_contacts ?? state.merged_contacts,
      }
    }
    case 'ContactIdentityUnlinked':
      return {
        identities: withoutIdentity(state, event.data.kind, event.data.match_key),
        user_id_on: placesWithout(state, event.data),
        merged_contacts: event.data.merged_contacts ?? state.merged_contacts,
        given_up: [...state.given_up, identityKey(event.data)].slice(-MAX_REMEMBERED),
      }
    case 'ContactIdentityConflict':
      return { conflicts: [...state.conflicts, conflictKey(event.data)] }
    case 'ContactMerged':
      return { merged_into: event.data.survivor_id }
    case 'ContactUnmerged': {
      const { survivor_id } = event.data
      const apart = [...state.kept_apart, state.merged_into ?? survivor_id, survivor_id]
      return { merged_into: null, kept_apart: [...new Set(apart)] }
    }
    case 'ContactMovedToStage':
      return { stage_id: event.data.stage_id }
    case 'ContactReturnedToAutomaticStage':
      return { stage_id: null }
    case 'ContactSessionRecorded':
      return { sessions: [...state.sessions, sessionKey(event.data)] }
    case 'ContactMarketingPreferenceChanged': {
      const { connection_id, opted_out, changed_at } = event.data
      return { marketing: { ...state.marketing, [connection_id]: { opted_out, changed_at } } }
    }
    case 'ContactErased': {
      const { merged_into, merged_contacts, kept_apart } = state
      const nobody = { ...newContact(state), restricted: true, erased_at: event.data.erased_at }
      return { ...nobody, merged_into, merged_contacts, kept_apart }
    }
    case 'ContactRestrictionChanged':
      return { restricted: event.data.restricted }
  }
}

type Place = Pick<LinkedIdentity, 'kind' | 'match_key' | 'connection_id'>

/** Whether a BSUID is linked on a connection. Other identities are the same everywhere. */
export function isLinkedOn(
  { user_id_on }: NonNullable<Contact>,
  { kind, match_key, connection_id }: Place,
): boolean {
  if (kind !== 'business_scoped_user_id' || connection_id === null) return true
  return user_id_on.get(match_key)?.includes(connection_id) ?? false
}

function placesWith(state: NonNullable<Contact>, link: Place): NonNullable<Contact>['user_id_on'] {
  const { user_id_on } = state
  if (isLinkedOn(state, link) || link.connection_id === null) return user_id_on
  const places = [...(user_id_on.get(link.match_key) ?? []), link.connection_id]
  return new Map(user_id_on).set(link.match_key, places)
}

function placesWithout(
  { user_id_on }: NonNullable<Contact>,
  { kind, match_key }: Pick<Place, 'kind' | 'match_key'>,
) {
  if (kind !== 'business_scoped_user_id') return user_id_on
  return new Map([...user_id_on].filter(([id]) => id !== match_key))
}

function withoutIdentity(
  { identities }: NonNullable<Contact>,
  kind: IdentityKind,
  match_key: string,
): readonly LinkedIdentity[] {
  return identities.filter((other) => other.kind !== kind || other.match_key !== match_key)
}
