import { type Decide, refuse } from '../decision.ts'
import { changeMarketingPreference } from './change-marketing-preference.ts'
import { type Contact, identityKey, type LinkedIdentity, shownIdentity } from './contact.ts'
import { eventBuffer } from './event-buffer.ts'
import type { ContactEvent, ContactIdentityLinked } from './events.ts'
import { moveContact } from './move-contact.ts'
import { renameContact } from './rename-contact.ts'
import { restrictContact } from './restrict-contact.ts'

export type AdoptContact = {
  /** The merged contact, whose survivor this one is. */
  merged: NonNullable<Contact>
  /** Identities that the provider has just used for the person: of several of a kind, these are shown. */
  seen: readonly Pick<LinkedIdentity, 'kind' | 'match_key'>[]
  /** The stages of the funnel: a contact on a removed stage counts as on none. */
  stage_ids: readonly string[]
  at: string
}

/**
 * Takes over the identities of a merged contact, and its name and stage where this contact has none. What this
 * contact shows stays shown, unless the provider has just used another identity. A restriction holds for the whole person.
 */
export const adoptContact: Decide<
  AdoptContact,
  Contact,
  ContactEvent,
  'contact_not_found' | 'contact_merged'
> = ({ merged, seen, stage_ids, at }, state) => {
  if (state === null || state.erased_at !== null) return refuse('contact_not_found')
  if (state.merged_into !== null) return refuse('contact_merged', state.merged_into)
  const own = new Set(state.identities.map(identityKey))
  const gained = merged.identities.filter((identity) => !own.has(identityKey(identity)))
  const adopted = eventBuffer(state)
  const merged_contacts = state.merged_contacts + merged.merged_contacts + 1
  const links = gained.flatMap((identity) => placesOf(merged, identity))
  adopted.take(links.map((identity) => linkFact(state, identity, at, merged_contacts)))
  const both = [...state.identities, ...gained]
  for (const kind of new Set(gained.map((identity) => identity.kind))) {
    const named = seen.findLast((identity) => identity.kind === kind)
    const wanted =
      both.find(
        (identity) => named !== undefined && identityKey(identity) === identityKey(named),
      ) ?? shownIdentity(state.identities, kind)
    if (wanted !== undefined && wanted !== shownIdentity(both, kind))
      adopted.take([linkFact(state, wanted, at)])
  }
  const { name, named_by_api, named_at, stage_id } = merged
  const isStage = (id: string | null) => id !== null && stage_ids.includes(id)
  if (state.name === null && name !== null)
    adopted.take(renameContact({ name, ...nameSource(named_by_api, named_at), at }, state))
  if (!isStage(state.stage_id) && isStage(stage_id))
    adopted.take(moveContact({ stage_id, at }, adopted.now()))
  for (const [connection_id, said] of Object.entries(merged.marketing))
    adopted.take(changeMarketingPreference({ connection_id, ...said }, adopted.now()))
  if (merged.restricted) adopted.take(restrictContact({ restricted: true, at }, adopted.now()))
  return adopted.facts
}

/** A BSUID once for each connection on which it is linked, that of the last link last. */
function placesOf({ user_id_on }: NonNullable<Contact>, identity: LinkedIdentity) {
  const others =
    identity.kind === 'business_scoped_user_id' ? (user_id_on.get(identity.match_key) ?? []) : []
  return [...others.filter((id) => id !== identity.connection_id), identity.connection_id].map(
    (connection_id) => ({ ...identity, connection_id }),
  )
}

function nameSource(isByApi: boolean, said_at: string | null) {
  if (isByApi) return { source: 'api' } as const
  return { source: 'provider', ...(said_at !== null && { said_at }) } as const
}

function linkFact(
  { contact_id }: NonNullable<Contact>,
  identity: LinkedIdentity,
  at: string,
  merged_contacts?: number,
): ContactIdentityLinked {
  const count = merged_contacts === undefined ? {} : { merged_contacts }
  return {
    type: 'ContactIdentityLinked',
    data: { contact_id, ...identity, linked_at: at, ...count },
  }
}
