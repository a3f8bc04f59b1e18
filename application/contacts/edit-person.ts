import { contact, identityKey, type LinkedIdentity } from '@recado/domain/contact/contact'
import { type EditContact, editContact } from '@recado/domain/contact/edit-contact'
import type { ContactEvent } from '@recado/domain/contact/events'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { type Refusal, refuse } from '@recado/domain/decision'
import { ContestedStream } from '@recado/infra/event-store/errors'
import { type ExecuteDeps, execute } from '../commands/execute.ts'
import { takeClaim } from './claims.ts'
import { type Contexts, survivorOf } from './contact-state.ts'
import { currentOwner } from './current-owner.ts'
import { newest, type Owner, reconcileClaims, releaseClaim } from './reconcile-claims.ts'

/** What an API call says of a person. */
export type PersonEdit = {
  readonly account_id: string
  /** Who is meant; null: whoever the identities name, or somebody new. */
  readonly contact_id: string | null
  /** Identities that are set, the strongest first. */
  readonly identities: readonly LinkedIdentity[]
  /** Kinds that are cleared. */
  readonly cleared: readonly IdentityKind[]
  readonly name: string | null | undefined
  readonly stage_id: string | null | undefined
}

/** The person after an edit. */
export type Edited = {
  readonly refused?: undefined
  readonly contact_id: string
  readonly created: boolean
  /** Of the last fact written; null when there was nothing to write. */
  readonly position: bigint | null
}

/** `identity_taken` names the kind, as detail, that belongs to another contact. */
export type EditRefusal = Refusal<
  'contact_not_found' | 'identity_taken' | 'last_identity' | 'name_too_long'
>

const MAX_TRIES = 25

/**
 * Claims identities and applies an edit to the person they name. Refused, nothing has changed: what was claimed
 * on the way is free again. Whoever loses a race looks again whom the identities name.
 * @throws as execute
 */
export async function editPerson(
  deps: ExecuteDeps,
  edit: PersonEdit,
  contexts: Contexts,
): Promise<Edited | EditRefusal> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const owner = await ownerOf(deps, edit, contexts)
    if (owner !== null && 'refused' in owner) return owner
    const done = await editOwner(deps, edit, owner?.contact_id ?? null, contexts)
    if (done !== 'again') return done
  }
  throw new ContestedStream('the claims of a contact', MAX_TRIES)
}

/** The one contact that all identities name, null when nobody. */
async function ownerOf(deps: ExecuteDeps, edit: PersonEdit, contexts: Contexts) {
  const { account_id, identities } = edit
  const holders = await Promise.all(
    identities.map(({ kind, match_key }) =>
      currentOwner(deps, { account_id, kind, match_key }, contexts),
    ),
  )
  const meant = edit.contact_id === null ? null : await survivorOf(deps, edit.contact_id)
  if (edit.contact_id !== null && meant === null) return refuse('contact_not_found')
  const contact_id = meant?.contact_id ?? holders.find((holder) => holder !== null)
  if (contact_id == null) return null
  const foreign = holders.findIndex((holder) => holder !== null && holder !== contact_id)
  return foreign < 0 ? { contact_id } : refuse('identity_taken', identities[foreign]?.kind)
}

async function editOwner(
  deps: ExecuteDeps,
  edit: PersonEdit,
  known: string | null,
  contexts: Contexts,
): Promise<Edited | EditRefusal | 'again'> {
  const { owner, fresh, lost } = await claimAll(deps, edit, known, contexts)
  const abandon = async () => {
    for (const identity of fresh) await releaseClaim(deps, owner, identity, contexts)
  }
  if (lost) {
    await abandon()
    return 'again'
  }
  const context = contexts('contact')
  const command = commandOf(edit, owner.contact_id, context.now().toISOString())
  const order = { aggregate: contact, id: owner.contact_id, decide: editContact, command, context }
  const done = await execute(deps, order)
  if (done.refused !== undefined) {
    await abandon()
    return done.refused === 'contact_merged' ? 'again' : { ...done, refused: done.refused }
  }
  const facts: readonly ContactEvent[] = done.events
  const kept = await reconcileClaims(deps, owner, facts, contexts)
  return {
    contact_id: owner.contact_id,
    created: facts.some(({ type }) => type === 'ContactCreated'),
    position: newest([done.position, kept]),
  }
}

/** The strongest claim names a new person; a claim lost on the way means to look again. */
async function claimAll(
  deps: ExecuteDeps,
  { account_id, identities }: PersonEdit,
  known: string | null,
  contexts: Contexts,
) {
  const fresh: LinkedIdentity[] = []
  let owner = known
  for (const identity of identities) {
    const { kind, match_key } = identity
    const context = contexts(`claim ${identityKey(identity)}`)
    const claim = await takeClaim(deps, { account_id, kind, match_key }, owner, context)
    const isLost = owner === null ? claim.position === null : claim.contact_id !== owner
    owner ??= claim.contact_id
    if (isLost) return { owner: { account_id, contact_id: owner }, fresh, lost: true }
    if (claim.position !== null) fresh.push(identity)
  }
  if (owner === null) throw new Error('give at least one identity of a new contact')
  const contact: Owner = { account_id, contact_id: owner }
  return { owner: contact, fresh, lost: false }
}

function commandOf(edit: PersonEdit, contact_id: string, at: string): EditContact {
  const { identities, cleared, name, stage_id } = edit
  const creates = edit.contact_id === null
  const other_form = creates ? ('keeps' as const) : ('replaces' as const)
  return {
    contact_id,
    creates,
    name,
    stage_id,
    identities: [
      ...identities.map(({ kind, ...identity }) => ({ kind, identity, other_form })),
      ...cleared.map((kind) => ({ kind, identity: null, other_form })),
    ],
    at,
  }
}
