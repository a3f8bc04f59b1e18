import { contact } from '@recado/domain/contact/contact'
import { createContact } from '@recado/domain/contact/create-contact'
import { execute } from '../commands/execute.ts'
import type { Claimed } from './claim-identities.ts'
import type { ClaimDeps } from './claims.ts'
import { mergePeople } from './merge-people.ts'
import { providerLinks } from './provider-links.ts'
import type { Sought } from './sought.ts'

/**
 * Makes one contact of two where an identity that proves who somebody is names another one.
 * @returns whether contacts were merged: then it has to be asked anew who the person is
 */
export async function mergeTwin(
  deps: ClaimDeps,
  { account_id, identities, replaced = [], policy, contexts }: Sought,
  { contact_id, claimed }: Claimed,
): Promise<boolean> {
  const twin = claimed.find(
    ({ identity, claimed_by }) =>
      claimed_by !== contact_id && policy.foreign[identity.kind] === 'merge',
  )
  if (twin === undefined) return false
  const pair = [contact_id, twin.claimed_by] as const
  // A claim may stand without its contact yet, after a crash or while somebody else is at it.
  for (const id of pair) {
    const context = contexts(`create ${id}`)
    const command = { contact_id: id, at: context.now().toISOString() }
    await execute(deps, { aggregate: contact, id, decide: createContact, command, context })
  }
  const told = { seen: identities.flatMap(providerLinks), replaced }
  return (await mergePeople(deps, account_id, pair, told, contexts)) !== null
}
