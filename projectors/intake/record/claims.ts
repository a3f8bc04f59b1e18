import type { ClaimDeps } from '@recado/application/contacts/claims'
import { currentOwner } from '@recado/application/contacts/current-owner'
import { isOtherPerson } from '@recado/application/contacts/find-owner'
import type { PersonQuery } from '@recado/application/contacts/person-query'
import { PROVIDER_POLICY } from '@recado/application/contacts/resolution-policy'
import { identityScope, type Scope } from '@recado/application/facts/decisions'
import { type Cause, contextsOf } from '@recado/application/intake/cause'
import { type IdentityKey, linkOf } from '@recado/application/intake/identity-keys'
import type { Recorder } from './recorder.ts'

/** The recorder's dependencies, with a hook that remembers observed claims. */
export function claimDepsOf(recorder: Recorder, cause: Cause): ClaimDeps {
  return {
    ...recorder,
    // A claim without a position predates this raw event, so the event's position is a safe bound.
    onClaim: (claim, position) => recorder.recent.learn(claim, position ?? cause.raw.position),
  }
}

/**
 * A person as the provider names it.
 * @param said_at when the provider did, ISO 8601
 * @param scoped what the facts are about, where one intent resolves two persons' identities
 */
export function personQuery(
  recorder: Recorder,
  cause: Cause,
  keys: readonly IdentityKey[],
  said_at: string,
  scoped: (scope: Scope) => Scope = (scope) => scope,
): PersonQuery {
  return {
    account_id: cause.account_id,
    contact_id: null,
    identities: keys.map(linkOf),
    said_at,
    policy: PROVIDER_POLICY,
    contexts: (scope) =>
      contextsOf(recorder, cause, sinceOf(recorder, cause, keys, scope) ?? said_at)(scoped(scope)),
  }
}

/** A claim of an identity that the person took up after the report is as old as that change, and not as the report. */
function sinceOf(
  { personIds }: Recorder,
  { account_id }: Cause,
  keys: readonly IdentityKey[],
  scope: Scope,
): string | undefined {
  const isMeant = ({ kind, match_key }: IdentityKey) =>
    identityScope(personIds, 'claim', { account_id, kind, match_key }) === scope
  return keys.find(isMeant)?.since
}

/** The contact of the strongest claim that may be this person. Visits all keys, so that interrupted merges complete. */
export async function firstOwner(
  recorder: Recorder,
  cause: Cause,
  keys: readonly IdentityKey[],
): Promise<string | null> {
  return (await ownersOf(recorder, cause, keys))[0] ?? null
}

/** The contacts that identities name and that may be this person, that of the strongest first. */
export async function ownersOf(
  recorder: Recorder,
  cause: Cause,
  keys: readonly IdentityKey[],
): Promise<readonly string[]> {
  const { account_id } = cause
  const owners = new Set<string>()
  for (const { kind, match_key } of keys) {
    const identity = { account_id, kind, match_key }
    const owner = await currentOwner(
      claimDepsOf(recorder, cause),
      identity,
      contextsOf(recorder, cause),
    )
    if (owner === null || owners.has(owner)) continue
    if (!(await isOtherPerson(recorder, owner, keys.map(linkOf)))) owners.add(owner)
  }
  return [...owners]
}
