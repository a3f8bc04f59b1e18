import { contactState } from '@recado/application/contacts/contact-state'
import { loadStages } from '@recado/application/contacts/load-stages'
import type { Ids } from '@recado/application/ids'
import { readAutoKind } from '@recado/application/read-models/documents/contact-document'
import type { Contact } from '@recado/contract/contact'
import { shownIdentity } from '@recado/domain/contact/contact'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { stageOfKind } from '@recado/domain/funnel/stage-of-kind'
import { runOn } from '@recado/infra/postgres/run'
import type { CommandDeps } from '../deps.ts'

/**
 * The contact by the log, while the read models lag. Only its automatic kind comes from them, because it follows from
 * messages and sales, which no single stream contains; it is `new` for a contact that they lack.
 * @returns null when the account has no stage
 */
export async function decidedContact(
  deps: CommandDeps,
  ids: Ids<'account_id' | 'contact_id'>,
): Promise<Contact | null> {
  const state = await contactState(deps, ids.contact_id)
  const stages = await loadStages(deps, ids.account_id)
  const byHand = stages.find(({ id }) => id === state?.stage_id)
  const kind = (await readAutoKind(runOn(deps.pool), ids)) ?? 'new'
  const stage = byHand ?? stageOfKind(stages, kind)
  if (state === null || stage === undefined) return null
  const value = (kind: IdentityKind) => shownIdentity(state.identities, kind)?.value ?? null
  return {
    id: ids.contact_id,
    name: state.name,
    phone: value('phone'),
    username: value('username'),
    business_scoped_user_id: value('business_scoped_user_id'),
    parent_business_scoped_user_id: value('parent_business_scoped_user_id'),
    restricted: state.restricted,
    created_at: state.created_at,
    stage_id: stage.id,
  }
}
