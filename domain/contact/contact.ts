import type { IdentityKind } from '../contact-identity/events.ts'
import type { Aggregate } from '../decision.ts'
import type { ContactEvent } from './events.ts'

/** One of the things a person is known by. */
export type LinkedIdentity = {
  readonly kind: IdentityKind
  /** As the caller or provider gave it. */
  readonly value: string
  readonly match_key: string
  readonly connection_id: string | null
}

/** A person as decisions see it; null before it is created. */
export type Contact = {
  readonly contact_id: string
  readonly name: string | null
  /** Whether the name came from an API call; the provider's never replaces such a one. */
  readonly named_by_api: boolean
  /** Oldest first; the last one of a kind is the one shown. */
  readonly identities: readonly LinkedIdentity[]
  /** Conflicts noted already, by `conflictKey`. */
  readonly conflicts: readonly string[]
  /** Sessions recorded already, by `sessionKey`. */
  readonly sessions: readonly string[]
  /** What the person last said about marketing, by connection. */
  readonly marketing: Readonly<Record<string, { opted_out: boolean; changed_at: string }>>
  /** The stage set by hand; null: derived. */
  readonly stage_id: string | null
  readonly merged_into: string | null
} | null

/** One conflict: this identity, that other person. */
export function conflictKey(identity: {
  kind: IdentityKind
  match_key: string
  other_contact_id: string
}): string {
  return `${identity.kind} ${identity.match_key} ${identity.other_contact_id}`
}

/** One session: an ad or post that led here, at one moment. */
export function sessionKey(session: {
  connection_id: string
  ad_id: string | null
  ctwa_clid: string | null
  recorded_at: string
}): string {
  const { connection_id, ad_id, ctwa_clid, recorded_at } = session
  return `${connection_id} ${ad_id} ${ctwa_clid} ${recorded_at}`
}

/** A person of the account. */
export const contact: Aggregate<Contact, ContactEvent> = {
  category: 'contact',
  initialState: null,
  evolve(state, event) {
    if (event.type === 'ContactCreated') return state ?? unknown(event.data.contact_id)
    return state === null ? null : { ...state, ...changes(state, event) }
  },
}

function unknown(contact_id: string): NonNullable<Contact> {
  return {
    contact_id,
    name: null,
    named_by_api: false,
    identities: [],
    conflicts: [],
    sessions: [],
    marketing: {},
    stage_id: null,
    merged_into: null,
  }
}

function changes(
  state: NonNullable<Contact>,
  event: Exclude<ContactEvent, { type: 'ContactCreated' }>,
): Partial<NonNullable<Contact>> {
  switch (event.type) {
    case 'ContactRenamed': {
      const { name, source } = event.data
      // A cleared name is no name, so the provider may fill it again.
      return { name, named_by_api: source === 'api' && name !== null }
    }
    case 'ContactIdentityLinked': {
      const { kind, value, match_key, connection_id } = event.data
      const others = withoutIdentity(state, kind, match_key)
      return { identities: [...others, { kind, value, match_key, connection_id }] }
    }
    case 'ContactIdentityUnlinked':
      return { identities: withoutIdentity(state, event.data.kind, event.data.match_key) }
    case 'ContactIdentityConflict':
      return { conflicts: [...state.conflicts, conflictKey(event.data)] }
    case 'ContactMerged':
      return { merged_into: event.data.survivor_id }
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
  }
}

function withoutIdentity(
  { identities }: NonNullable<Contact>,
  kind: IdentityKind,
  match_key: string,
): readonly LinkedIdentity[] {
  return identities.filter((other) => other.kind !== kind || other.match_key !== match_key)
}
