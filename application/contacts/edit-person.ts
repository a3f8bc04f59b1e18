import type { LinkedIdentity } from '@recado/domain/contact/contact'
import { type EditContact, editContact } from '@recado/domain/contact/edit-contact'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import type { Refusal } from '@recado/domain/decision'
import type { ClaimDeps } from './claims.ts'
import type { Contexts } from './contact-state.ts'
import { CALLER_POLICY } from './resolution-policy.ts'
import { resolvePerson } from './resolve-person.ts'

export type PersonEdit = {
  readonly account_id: string
  /** The contact to edit; null for the one that the identities name, or a new one. */
  readonly contact_id: string | null
  readonly identities: readonly LinkedIdentity[]
  readonly cleared: readonly IdentityKind[]
  readonly name: string | null | undefined
  readonly stage_id: string | null | undefined
  readonly restricted: boolean | undefined
}

export type Edited = {
  readonly refused?: undefined
  readonly contact_id: string
  readonly created: boolean
  /** Of the last fact written, if any. */
  readonly position: bigint | null
}

/** The detail of `identity_taken` is the kind of the identity that belongs to another contact. */
export type EditRefusal = Refusal<
  'contact_not_found' | 'contact_erased' | 'identity_taken' | 'last_identity' | 'name_too_long'
>

/**
 * Applies an edit to the person that the identities name, and claims these. A refusal changes nothing.
 * @throws as execute
 */
export async function editPerson(
  deps: ClaimDeps,
  edit: PersonEdit,
  contexts: Contexts,
): Promise<Edited | EditRefusal> {
  const { account_id, contact_id, identities } = edit
  const sought = { account_id, contact_id, identities, policy: CALLER_POLICY, contexts }
  const done = await resolvePerson(deps, sought, (found, at) => {
    const command = commandOf(edit, found.contact_id, at)
    return (state) => editContact(command, state)
  })
  if (done.refused !== undefined) return done
  const created = done.facts.some(({ type }) => type === 'ContactCreated')
  return { contact_id: done.contact_id, created, position: done.position }
}

function commandOf(edit: PersonEdit, contact_id: string, at: string): EditContact {
  const { identities, cleared, name, stage_id, restricted } = edit
  const creates = edit.contact_id === null
  const other_form = creates ? ('keeps' as const) : ('replaces' as const)
  return {
    contact_id,
    creates,
    name,
    stage_id,
    restricted,
    identities: [
      ...identities.map(({ kind, ...identity }) => ({ kind, identity, other_form })),
      ...cleared.map((kind) => ({ kind, identity: null, other_form })),
    ],
    at,
  }
}
