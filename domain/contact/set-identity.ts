import type { IdentityKind } from '../contact-identity/events.ts'
import { type Contact, type LinkedIdentity, shownIdentity } from './contact.ts'
import type { ContactIdentityLinked, ContactIdentityUnlinked } from './events.ts'

/** What a caller says of one kind of identity. */
export type SetIdentity = {
  readonly kind: IdentityKind
  /** null: the contact has none of this kind any more. */
  readonly identity: Omit<LinkedIdentity, 'kind'> | null
  /** Whether another way to write the same identity replaces the stored one. */
  readonly other_form: 'keeps' | 'replaces'
}

type Change = ContactIdentityLinked | ContactIdentityUnlinked

/**
 * Gives a contact an identity that it has claimed, in place of those it had of that kind, or takes them away.
 * Naming somebody by an identity that is known changes neither its form nor the other lines.
 */
export function setIdentity(
  { kind, identity, other_form }: SetIdentity,
  state: NonNullable<Contact>,
  at: string,
): readonly Change[] {
  const had = state.identities.filter((other) => other.kind === kind)
  if (identity === null) return without(state, had, at)
  const known = had.find(({ match_key }) => match_key === identity.match_key)
  const linked = (link: Omit<LinkedIdentity, 'kind'>): ContactIdentityLinked => ({
    type: 'ContactIdentityLinked',
    data: { contact_id: state.contact_id, kind, ...link, linked_at: at },
  })
  if (known !== undefined && other_form === 'keeps') {
    const { connection_id } = identity
    return isOn(state, connection_id) ? [] : [linked({ ...known, connection_id })]
  }
  const connection_id =
    identity.connection_id ?? (known ?? shownIdentity(had, kind))?.connection_id ?? null
  const others = had.filter((other) => other !== known)
  const isShown = known?.value === identity.value && shownIdentity(had, kind) === known
  const links = isShown ? [] : [linked({ ...identity, connection_id })]
  return [...links, ...without(state, others, at)]
}

function isOn({ identities }: NonNullable<Contact>, connectionId: string | null): boolean {
  return connectionId === null || identities.some((link) => link.connection_id === connectionId)
}

/** A phone that goes takes along how the provider writes it: nothing may be sent there any more. */
function without(
  { contact_id, identities }: NonNullable<Contact>,
  gone: readonly LinkedIdentity[],
  at: string,
): readonly ContactIdentityUnlinked[] {
  const lines = new Set(
    gone.filter(({ kind }) => kind === 'phone').map(({ match_key }) => match_key),
  )
  const written = identities.filter(
    ({ kind, match_key }) => kind === 'wa_id' && lines.has(match_key),
  )
  return [...gone, ...written].map((link) => ({
    type: 'ContactIdentityUnlinked',
    data: { contact_id, ...link, unlinked_at: at },
  }))
}
