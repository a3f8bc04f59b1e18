import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { freeIfErased } from '@recado/application/contacts/free-identities'
import { streamOf } from '@recado/application/ids'
import { contact } from '@recado/domain/contact/contact'
import { eraseMerged } from '@recado/domain/contact/erase-contact'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import type { IdentityClaimed } from '@recado/domain/contact-identity/events'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type { ErasureDeps, Person } from './erase-person.ts'

/**
 * Makes nobody of every contact that had been merged into the person's, and frees their identities: who uses one from
 * now on is a new contact.
 */
export async function eraseContacts(
  deps: ErasureDeps,
  run: Run,
  { id: person }: Person,
  context: CommandContext,
): Promise<void> {
  const ids = await contactsOf(run, person)
  const command = { at: deps.now().toISOString() }
  for (const id of ids)
    await execute(deps, { aggregate: contact, id, decide: eraseMerged, command, context })
  for (const id of await claimsOf(run, ids)) await freeNamed(deps, id, ids, context)
}

/**
 * The ids of all contacts of a person: its own, and of those that were merged into it. For one that was merged into an
 * erased contact, those of that person: it is nobody else, of whom something would have to be kept.
 */
export async function contactsOf(run: Run, person: string): Promise<readonly string[]> {
  const rows = await run<{ id: string }>(sql`
    select c.id from contacts asked join contacts c on c.survivor_id = asked.survivor_id
    where asked.id = ${person} and (c.survivor_id = ${person} or c.erased) order by c.id`)
  return [...new Set([person, ...rows.map(({ id }) => id)])]
}

async function claimsOf(run: Run, contactIds: readonly string[]): Promise<readonly string[]> {
  const rows = await run<{ id: string }>(
    sql`select id from contact_identities where contact_id = any(${contactIds}::uuid[]) order by id`,
  )
  return rows.map(({ id }) => id)
}

async function freeNamed(
  deps: ErasureDeps,
  id: string,
  contactIds: readonly string[],
  context: CommandContext,
): Promise<void> {
  const claim = await lastClaim(deps.store, streamOf(contactIdentity, id))
  if (claim !== null && contactIds.includes(claim.contact_id))
    await freeIfErased(deps, claim, claim.contact_id, () => context)
}

async function lastClaim(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
): Promise<IdentityClaimed['data'] | null> {
  let last: IdentityClaimed['data'] | null = null
  for await (const fact of store.readStream(stream))
    if (fact.type === 'IdentityClaimed') last = fact.data as IdentityClaimed['data']
  return last
}
