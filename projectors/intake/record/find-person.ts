import { reportedBy } from '@recado/application/contacts/merge-people'
import { providerLinks } from '@recado/application/contacts/provider-links'
import { PROVIDER_POLICY } from '@recado/application/contacts/resolution-policy'
import { streamOf } from '@recado/application/ids'
import { type IdentityKey, linkOf } from '@recado/application/intake/identity-keys'
import { isAnotherPerson } from '@recado/domain/contact/another-person'
import { type Contact, contact } from '@recado/domain/contact/contact'
import { mayMerge } from '@recado/domain/contact/merge-contact'
import { type ObservePerson, observePerson } from '@recado/domain/contact/observe-person'
import type { RecordSession } from '@recado/domain/contact/record-session'
import { profileName } from '@recado/domain/contact/rename-contact'
import type { ContactLookup } from './lookup.ts'
import { linkKey, USER_ID } from './recent-claims.ts'
import type { BatchRecorder } from './recorder.ts'

export type Encounter = {
  /** Strongest first, at least one. */
  readonly keys: readonly IdentityKey[]
  readonly profile_name: string | null
  readonly session: RecordSession | null
  /** Whether the name is that of the business's address book. */
  readonly listed?: boolean
  /** Whether the person gave the identities. */
  readonly given?: boolean
  /** By the provider's clock, ISO 8601. */
  readonly said_at: string
}

/** The person's contact when the provider says nothing new; null when the log has to decide. Does not read the log. */
export function findKnownPerson(recorder: BatchRecorder, encounter: Encounter): string | null {
  const owners = encounter.keys.map((key) => ownerOf(recorder, key))
  const [owner] = owners
  if (owner === null || owner === undefined || owners.includes(null)) return null
  const known = recorder.cache.get<Contact>(streamOf(contact, owner))
  if (known !== undefined) {
    const observed = observationOf(recorder, known.state, encounter, owners)
    return observed !== null && isNothingNew(observed, known.state) ? owner : null
  }
  const row = rowOf(recorder, encounter.keys, owner)
  const isSame = row !== undefined && owners.every((other) => other === owner)
  if (!isUserIdLinked(recorder, owner, encounter.keys)) return null
  return isSame && encounter.session === null && isShownBy(row, encounter) ? owner : null
}

/** Whether the person's BSUID is linked on the connection on which it is used now, as far as memory knows. */
function isUserIdLinked(
  { recent }: BatchRecorder,
  contact_id: string,
  keys: readonly IdentityKey[],
): boolean {
  return keys.every(
    (key) =>
      key.kind !== USER_ID ||
      key.connection_id === null ||
      recent.userIds.has(linkKey({ connection_id: key.connection_id, contact_id }, key)),
  )
}

/** The contact that an identity names, as far as memory and lookup know; null for none or unknown. */
export function ownerOf({ recent, known }: BatchRecorder, { id }: IdentityKey): string | null {
  const remembered = recent.contactOf(id)
  return remembered === undefined ? (known.contacts.get(id)?.contact_id ?? null) : remembered
}

function isNothingNew(observed: ObservePerson, state: Contact): boolean {
  const facts = observePerson(observed, state)
  return 'length' in facts && facts.length === 0 && state?.merged_into === null && !state.erased_at
}

/** null when the log decides: an identity may have to move, or two contacts may be one. */
function observationOf(
  recorder: BatchRecorder,
  state: Contact,
  { keys, profile_name, session, said_at }: Encounter,
  owners: readonly (string | null)[],
): ObservePerson | null {
  if (state === null) return null
  const { contact_id } = state
  const links = keys.filter((_, i) => owners[i] === contact_id)
  const foreign = keys.flatMap((key, i) => {
    const other = owners[i]
    if (typeof other !== 'string' || other === contact_id) return []
    return [{ ...linkOf(key), other_contact_id: other }]
  })
  if (foreign.some((one) => !staysForeign(recorder, state, one, keys))) return null
  return {
    contact_id,
    profile_name,
    links: links.flatMap(providerLinks),
    conflicts: foreign,
    unlinks: [],
    session,
    said_at,
    at: recorder.now().toISOString(),
  }
}

/**
 * Whether an identity stays with its other contact, as memory knows. A conflict that is noted already does not say so:
 * a send or a given phone notes one too, and proves nothing.
 */
function staysForeign(
  { cache }: BatchRecorder,
  state: NonNullable<Contact>,
  { kind, other_contact_id }: ObservePerson['conflicts'][number],
  keys: readonly IdentityKey[],
): boolean {
  const rule = PROVIDER_POLICY.foreign[kind]
  if (rule !== 'merge') return rule === 'note'
  const other = cache.get<Contact>(streamOf(contact, other_contact_id))?.state ?? null
  if (other === null || (kind === 'phone' && isAnotherPerson(other, keys))) return false
  return !mayMerge(state, other, reportedBy(keys.map(linkOf)))
}

function rowOf({ known }: BatchRecorder, keys: readonly IdentityKey[], owner: string) {
  for (const { id } of keys) {
    const row = known.contacts.get(id)
    if (row?.contact_id === owner) return row
  }
  return undefined
}

function isShownBy(row: ContactLookup, { keys, profile_name }: Encounter): boolean {
  const name = profileName(profile_name)
  const isNamed =
    name === null || name === row.name || (row.name_source === 'api' && row.name !== null)
  const phone = keys.find(({ kind }) => kind === 'phone')?.value
  return isNamed && (phone === undefined || phone === row.wa_id)
}
