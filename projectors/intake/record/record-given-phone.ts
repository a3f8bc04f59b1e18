import { GIVEN_POLICY } from '@recado/application/contacts/resolution-policy'
import { resolvePerson } from '@recado/application/contacts/resolve-person'
import { givenScope } from '@recado/application/facts/decisions'
import type { Cause } from '@recado/application/intake/cause'
import type { IdentityKey } from '@recado/application/intake/identity-keys'
import { claimDepsOf, personQuery } from './claims.ts'
import { observation } from './observation.ts'
import { againIfReplaced, followReplacements } from './older-reports.ts'
import type { Recorder } from './recorder.ts'

type Given = {
  readonly contact_id: string
  readonly keys: readonly IdentityKey[]
  /** By the provider's clock, ISO 8601. */
  readonly said_at: string
}

/** Links the phone that a person gave. One that another contact has is recorded as a conflict. */
export async function recordGivenPhone(
  recorder: Recorder,
  cause: Cause,
  { contact_id, keys, said_at }: Given,
): Promise<void> {
  if (keys.length === 0) return
  const told = observation({ profile_name: null, session: null, said_at, given: true })
  const deps = claimDepsOf(recorder, cause)
  await againIfReplaced(async () => {
    const now = await followReplacements(recorder, cause.account_id, keys, said_at)
    const sought = personQuery(recorder, cause, now, said_at, givenScope)
    return resolvePerson(deps, { ...sought, contact_id, policy: GIVEN_POLICY }, told)
  })
}
