import { type Contact, contact, type LinkedIdentity } from '@recado/domain/contact/contact'
import { createContact } from '@recado/domain/contact/create-contact'
import { eventBuffer } from '@recado/domain/contact/event-buffer'
import { linkIdentity } from '@recado/domain/contact/link-identity'
import { noteIdentityConflict } from '@recado/domain/contact/note-identity-conflict'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { strongestFirst } from '@recado/domain/contact-identity/kinds'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import { refuse } from '@recado/domain/decision'
import type { CommandContext } from '../commands/command-context.ts'
import { type ExecuteDeps, execute } from '../commands/execute.ts'
import { type Claim, type Claimable, claim, takeClaim } from './claims.ts'
import { currentOwner } from './current-owner.ts'
import { type Owner, reconcileClaims } from './reconcile-claims.ts'

/** An identity as a caller or provider gave it. */
export type GivenIdentity = { readonly kind: IdentityKind; readonly value: string }

/** A person by what it is known by, on the connection where that was seen or said. */
export type Person = {
  readonly account_id: string
  readonly connection_id: string | null
  readonly identities: readonly GivenIdentity[]
}

type Resolved = LinkedIdentity & { readonly claimed_by: string; readonly isNew: boolean }

/**
 * The contact that identities name, created when nobody is known by any of them. The strongest claimed one
 * decides; the others are claimed for the same person, and one that names somebody else is noted as a
 * conflict. A claim left behind by a crash is completed here.
 * @throws when no identity is given; else as execute
 */
export async function resolveContact(
  deps: ExecuteDeps,
  person: Person,
  context: CommandContext,
): Promise<string> {
  const identities = identitiesOf(person)
  const [strongest] = identities
  if (strongest === undefined) throw new Error('give at least one identity to resolve')
  const { account_id } = person
  for (;;) {
    const known = await firstHolder(deps, account_id, identities, context)
    const contactId =
      known ?? (await claim(deps, { account_id, ...keyOf(strongest) }, null, context))
    const resolved: Resolved[] = []
    for (const identity of identities) {
      const taken = await takeOwnersClaim(
        deps,
        { account_id, ...keyOf(identity) },
        contactId,
        context,
      )
      const isNew = taken.position !== null
      resolved.push({ ...identity, claimed_by: taken.contact_id, isNew })
    }
    if (await complete(deps, { account_id, contact_id: contactId }, resolved, context))
      return contactId
  }
}

function identitiesOf({ identities, connection_id }: Person): readonly LinkedIdentity[] {
  const named = identities
    .map(({ kind, value }) => ({ kind, value, match_key: matchKey(kind, value), connection_id }))
    .filter(({ match_key }) => match_key !== '')
  return strongestFirst(named)
}

async function firstHolder(
  deps: ExecuteDeps,
  account_id: string,
  identities: readonly LinkedIdentity[],
  context: CommandContext,
): Promise<string | null> {
  for (const identity of identities) {
    const known = await currentOwner(deps, { account_id, ...keyOf(identity) }, () => context)
    if (known !== null) return known
  }
  return null
}

/** A claim that names another contact may only be what a merge or a crash has left: then it is free or ours. */
async function takeOwnersClaim(
  deps: ExecuteDeps,
  identity: Claimable,
  contactId: string,
  context: CommandContext,
): Promise<Claim> {
  const taken = await takeClaim(deps, identity, contactId, context)
  if (taken.contact_id === contactId) return taken
  await currentOwner(deps, identity, () => context)
  return takeClaim(deps, identity, contactId, context)
}

/** @returns false when the contact has been merged meanwhile: it has to be looked for again */
async function complete(
  deps: ExecuteDeps,
  owner: Owner,
  resolved: readonly Resolved[],
  context: CommandContext,
): Promise<boolean> {
  const { contact_id } = owner
  const at = context.now().toISOString()
  const decide = (_: null, state: Contact) => {
    if (state !== null && state.merged_into !== null) return refuse('contact_merged')
    const known = eventBuffer(state)
    known.take(createContact({ contact_id, at }, state))
    for (const { claimed_by, isNew: _, ...identity } of resolved)
      known.take(
        claimed_by === contact_id
          ? linkIdentity({ ...identity, at }, known.now())
          : noteIdentityConflict({ ...identity, other_contact_id: claimed_by, at }, known.now()),
      )
    return known.facts
  }
  const order = { aggregate: contact, id: contact_id, decide, command: null, context }
  const done = await execute(deps, order)
  if (done.refused !== undefined) return false
  // A claim that somebody else had made may have been given up before its contact was created here.
  if (resolved.some(({ isNew }) => !isNew))
    await reconcileClaims(deps, owner, done.events, () => context)
  return true
}

function keyOf({ kind, match_key }: LinkedIdentity) {
  return { kind, match_key }
}
