import type { Claimed } from './claim-identities.ts'
import type { ClaimDeps } from './claims.ts'
import { ensureContact } from './contact-state.ts'
import { mergePeople, reportedBy } from './merge-people.ts'
import type { PersonQuery } from './person-query.ts'

/**
 * Merges the person with a contact that a proving identity names.
 * @returns whether the person must be resolved again
 */
export async function mergeTwin(
  deps: ClaimDeps,
  { account_id, identities, known_as = [], replaced, policy, contexts }: PersonQuery,
  { contact_id, claimed }: Claimed,
): Promise<boolean> {
  const twin = claimed.find(
    ({ identity, claimed_by }) =>
      claimed_by !== contact_id && policy.foreign[identity.kind] === 'merge',
  )
  if (twin === undefined) return false
  const pair = [contact_id, twin.claimed_by] as const
  for (const id of pair) await ensureContact(deps, id, contexts)
  const reported = reportedBy([...identities, ...known_as], replaced)
  return (await mergePeople(deps, account_id, pair, reported, contexts)) !== null
}
