import { adoptContact } from '@recado/domain/contact/adopt-contact'
import type { Contact } from '@recado/domain/contact/contact'
import type { ContactEvent } from '@recado/domain/contact/events'
import { byAge, mergeContact } from '@recado/domain/contact/merge-contact'
import { isRefusal, type Refusal, refuse } from '@recado/domain/decision'
import type { ExecuteDeps } from '../commands/execute.ts'
import { survivorOf } from './contact-state.ts'
import { loadStages } from './load-stages.ts'

export type MergePlan = {
  readonly refused?: undefined
  readonly survivor: NonNullable<Contact>
  readonly merged: NonNullable<Contact>
  /** The facts by which the survivor takes over what the other one has. */
  readonly adopted: readonly ContactEvent[]
}

export type MergeRefusal = Refusal<
  | 'contact_not_found'
  | 'different_people'
  | 'kept_apart'
  | 'too_many_contacts'
  | 'too_many_identities'
>

/**
 * What mergePeople would record of two contacts, by the log; null when they are one contact already. Records nothing.
 * @throws StoreUnavailable
 */
export async function planMerge(
  deps: ExecuteDeps,
  accountId: string,
  pair: readonly [string, string],
  at: string,
): Promise<MergePlan | MergeRefusal | null> {
  const [one, other] = await Promise.all(pair.map((id) => survivorOf(deps, id)))
  if (one == null || other == null) return refuse('contact_not_found')
  if (one.contact_id === other.contact_id) return null
  const { older, younger } = byAge(one, other)
  const merged = mergeContact({ survivor: older, at }, younger)
  if (isRefusal(merged)) return merged
  const stage_ids = (await loadStages(deps, accountId)).map(({ id }) => id)
  const adopted = adoptContact({ merged: younger, seen: [], stage_ids, at }, older)
  if (isRefusal(adopted)) throw new Error(`the survivor adopts nothing: ${adopted.refused}`)
  return { survivor: older, merged: younger, adopted }
}
