import { providerLinks } from '@recado/application/contacts/provider-links'
import type { Found, PersonDecision } from '@recado/application/contacts/resolve-person'
import type { LinkedIdentity } from '@recado/domain/contact/contact'
import { observePerson } from '@recado/domain/contact/observe-person'
import type { Encounter } from './find-person.ts'

export function observation(
  { profile_name, session, listed, given, said_at }: Omit<Encounter, 'keys'>,
  givenUp: (links: readonly LinkedIdentity[]) => readonly LinkedIdentity[] = () => [],
): PersonDecision<never> {
  return (found, at) => {
    const { contact_id } = found
    const own = linksOf(found)
    const observed = {
      ...{ contact_id, profile_name, session, listed, given, said_at, at },
      links: own.flatMap(providerLinks),
      conflicts: conflictsOf(found),
      unlinks: givenUp(own).flatMap(providerLinks),
    }
    return (state) => observePerson(observed, state)
  }
}

function linksOf({ contact_id, claimed }: Found): readonly LinkedIdentity[] {
  return claimed.flatMap(({ identity, claimed_by }) =>
    claimed_by === contact_id ? [identity] : [],
  )
}

function conflictsOf({ contact_id, claimed }: Found) {
  return claimed.flatMap(({ identity, claimed_by }) =>
    claimed_by === contact_id ? [] : [{ ...identity, other_contact_id: claimed_by }],
  )
}
