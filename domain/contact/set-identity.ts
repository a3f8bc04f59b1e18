import type { IdentityKind } from '../contact-identity/events.ts'
import { type Contact, type LinkedIdentity, shownIdentity } from './contact.ts'
import type { ContactIdentityLinked, ContactIdentityUnlinked } from './events.ts'

export type SetIdentity = {
  readonly kind: IdentityKind
  /** null: the contact has no identity of this kind any more. */
  readonly identity: Omit<LinkedIdentity, 'kind'> | null
  /** Whether another form of the same identity replaces the stored one. */
  readonly other_form: 'keeps' | 'replaces'
}

type Change = ContactIdentityLinked | ContactIdentityUnlinked

/**
 * Gives a contact a claimed identity in place of those it had of that kind, or removes them. With `other_form:
 * 'keeps'`, a known identity changes neither its own form nor the others of its kind.
 */
export function setIdentity(
  { kind, identity, other_form }: SetIdentity,
  state: NonNullable<Contact>,
  at: string,
): readonly Change[] {
  const current = state.identities.filter((other) => other.kind === kind)
  if (identity === null) return unlinkFacts(state, current, at)
  const known = current.find(({ match_key }) => match_key === identity.match_key)
  const linked = (link: Omit<LinkedIdentity, 'kind'>): ContactIdentityLinked => ({
    type: 'ContactIdentityLinked',
    data: { contact_id: state.contact_id, kind, ...link, linked_at: at },
  })
  if (known !== undefined && other_form === 'keeps') {
    const { connection_id } = identity
    return isOn(state, connection_id) ? [] : [linked({ ...known, connection_id })]
  }
  const connection_id =
    identity.connection_id ?? (known ?? shownIdentity(current, kind))?.connection_id ?? null
  const others = current.filter((other) => other !== known)
  const isShown = known?.value === identity.value && shownIdentity(current, kind) === known
  const links = isShown ? [] : [linked({ ...identity, connection_id })]
  return [...links, ...unlinkFacts(state, others, at)]
}

function isOn({ identities }: NonNullable<Contact>, connectionId: string | null): boolean {
  return connectionId === null || identities.some((link) => link.connection_id === connectionId)
}

/** The facts that remove identities. A removed phone takes its wa_id along, so that nothing is sent to it any more. */
function unlinkFacts(
  { contact_id, identities }: NonNullable<Contact>,
  removed: readonly LinkedIdentity[],
  at: string,
): readonly ContactIdentityUnlinked[] {
  const lines = new Set(
    removed.filter(({ kind }) => kind === 'phone').map(({ match_key }) => match_key),
  )
  const written = identities.filter(
    ({ kind, match_key }) => kind === 'wa_id' && lines.has(match_key),
  )
  return [...removed, ...written].map((link) => ({
    type: 'ContactIdentityUnlinked',
    data: { contact_id, ...link, unlinked_at: at },
  }))
}
