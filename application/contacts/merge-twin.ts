import type { Claimed } from './claim-identities.ts'
import type { ClaimDeps } from './claims.ts'
import { ensureContact } from './contact-state.ts'
import { mergePeople } from './merge-people.ts'
import type { PersonQuery } from './person-query.ts'
import { providerLinks } from './provider-links.ts'

/**
 * Merges the person with a contact that a proving identity names.
 * @returns whether the person must be resolved again
 */
export async function mergeTwin(
  deps: ClaimDeps,
  { account_id, identities, known_as = [], replaced = [], policy, contexts }: PersonQuery,
  { contact_id, claimed }: Claimed,
): Promise<boolean> {
  const twin = claimed.find(
    ({ identity, claimed_by }) =>
      claimed_by !== contact_id && policy.foreign[identity.kind] === 'merge',
  )
  if (twin === undefined) return false
  const pair = [contact_id, twin.claimed_by] as const
  for (const id of pair) await ensureContact(deps, id, contexts)
  const called = [...identities, ...known_as]
  const hidden_on = called.find(({ kind }) => kind === 'lid')?.connection_id
  const reported = { seen: called.flatMap(providerLinks), replaced, hidden_on }
  return (await mergePeople(deps, account_id, pair, reported, contexts)) !== null
}
