import { type Contact, contact, type LinkedIdentity } from '@recado/domain/contact/contact'
import { createContact } from '@recado/domain/contact/create-contact'
import type { ContactEvent } from '@recado/domain/contact/events'
import { linkIdentity } from '@recado/domain/contact/link-identity'
import { noteIdentityConflict } from '@recado/domain/contact/note-identity-conflict'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import { isRefusal, type Refusal } from '@recado/domain/decision'
import { type ExecuteDeps, execute } from '../event-store/execute.ts'
import type { CommandContext } from '../event-store/fact-metadata.ts'
import { claim, claimant } from './claims.ts'

/** An identity as a caller or provider gave it. */
export type GivenIdentity = { readonly kind: IdentityKind; readonly value: string }

/** A person by what it is known by, on the connection where that was seen or said. */
export type Person = {
  readonly account_id: string
  readonly connection_id: string | null
  readonly identities: readonly GivenIdentity[]
}

/** Strongest first: the earlier one decides who somebody is. */
const STRENGTH: readonly IdentityKind[] = [
  'business_scoped_user_id',
  'phone',
  'wa_id',
  'parent_business_scoped_user_id',
  'username',
  'lid',
]

type Resolved = LinkedIdentity & { readonly claimed_by: string }

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
  const identities = strongestFirst(person)
  const [strongest] = identities
  if (strongest === undefined) throw new Error('give at least one identity to resolve')
  const { account_id } = person
  const known = await firstClaimant(deps, account_id, identities)
  const contactId = known ?? (await claim(deps, { account_id, ...keyOf(strongest) }, null, context))
  const resolved: Resolved[] = []
  for (const identity of identities) {
    const claimed_by = await claim(deps, { account_id, ...keyOf(identity) }, contactId, context)
    resolved.push({ ...identity, claimed_by })
  }
  await complete(deps, contactId, resolved, context)
  return contactId
}

function strongestFirst({ identities, connection_id }: Person): readonly LinkedIdentity[] {
  return identities
    .map(({ kind, value }) => ({ kind, value, match_key: matchKey(kind, value), connection_id }))
    .filter(({ match_key }) => match_key !== '')
    .sort((one, other) => STRENGTH.indexOf(one.kind) - STRENGTH.indexOf(other.kind))
}

async function firstClaimant(
  deps: ExecuteDeps,
  account_id: string,
  identities: readonly LinkedIdentity[],
): Promise<string | null> {
  for (const identity of identities) {
    const known = await claimant(deps, { account_id, ...keyOf(identity) })
    if (known !== null) return known
  }
  return null
}

async function complete(
  deps: ExecuteDeps,
  contact_id: string,
  resolved: readonly Resolved[],
  context: CommandContext,
): Promise<void> {
  const at = context.now().toISOString()
  const decide = (_: null, state: Contact) => {
    const facts: ContactEvent[] = []
    const take = (outcome: readonly ContactEvent[] | Refusal) => {
      if (!isRefusal(outcome)) facts.push(...outcome)
    }
    const now = () => facts.reduce(contact.evolve, state)
    take(createContact({ contact_id, at }, state))
    for (const { claimed_by, ...identity } of resolved)
      take(
        claimed_by === contact_id
          ? linkIdentity({ ...identity, at }, now())
          : noteIdentityConflict({ ...identity, other_contact_id: claimed_by, at }, now()),
      )
    return facts
  }
  await execute(deps, { aggregate: contact, id: contact_id, decide, command: null, context })
}

function keyOf({ kind, match_key }: LinkedIdentity) {
  return { kind, match_key }
}
