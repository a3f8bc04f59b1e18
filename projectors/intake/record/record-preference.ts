import { execute } from '@recado/application/commands/execute'
import { scopeOf } from '@recado/application/facts/decisions'
import { type Cause, contextOf } from '@recado/application/intake/cause'
import type { IdentityKey } from '@recado/application/intake/identity-keys'
import { changeMarketingPreference } from '@recado/domain/contact/change-marketing-preference'
import { contact } from '@recado/domain/contact/contact'
import type { Intent } from '@recado/translation/intent'
import { firstOwner } from './claims.ts'
import { findKnownPerson } from './find-person.ts'
import { againIfReplaced, dropOvertaken } from './older-reports.ts'
import type { BatchRecorder, Recorded } from './recorder.ts'
import { resolveByLog } from './resolve-person.ts'

type MarketingPreference = Extract<Intent, { kind: 'marketing_preference' }>

/** Records what a contact says about marketing. A preference from an unknown person creates no contact. */
export async function recordPreference(
  recorder: BatchRecorder,
  cause: Cause,
  { opted_out, changed_at }: MarketingPreference,
  keys: readonly IdentityKey[],
): Promise<Recorded> {
  const encounter = { keys, profile_name: null, session: null, said_at: changed_at }
  const known = findKnownPerson(recorder, encounter)
  if (known === null && (await isStranger(recorder, cause, keys))) return 'set_aside'
  const id =
    known ??
    (await againIfReplaced(async () =>
      resolveByLog(recorder, cause, await dropOvertaken(recorder, cause, encounter)),
    ))
  const done = await execute(recorder, {
    aggregate: contact,
    id,
    decide: changeMarketingPreference,
    command: { connection_id: cause.connection_id, opted_out, changed_at },
    context: contextOf(cause, scopeOf('preference'), recorder.now),
  })
  return done.refused === undefined && done.events.length > 0 ? 'recorded' : 'repeated'
}

/** A username alone does not make a person known: it moves from one person to another. */
async function isStranger(recorder: BatchRecorder, cause: Cause, keys: readonly IdentityKey[]) {
  const proving = keys.filter(({ kind }) => kind !== 'username')
  return (await firstOwner(recorder, cause, proving)) === null
}
