import { load } from '@recado/application/commands/load'
import { contactState } from '@recado/application/contacts/contact-state'
import { streamOf } from '@recado/application/ids'
import type { Contact } from '@recado/contract/contact'
import { shownIdentity } from '@recado/domain/contact/contact'
import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { type Funnel, funnel } from '@recado/domain/funnel/funnel'
import type { CommandDeps } from '../deps.ts'

/**
 * The contact by the log alone, for when the read models are behind.
 * @param derivedStage the stage last seen; without one the contact is taken for new
 * @returns null when the account has no stage at all
 */
export async function decidedContact(
  deps: CommandDeps,
  accountId: string,
  contactId: string,
  derivedStage: string | null,
): Promise<Contact | null> {
  const state = await contactState(deps, contactId)
  const stream = streamOf(funnel, accountId)
  const { state: stages } = await load(deps, funnel, stream, deps.cache.get<Funnel>(stream))
  if (state === null) return null
  const stage_id = stageOf(stages, state.stage_id) ?? derivedStage ?? newStage(stages)
  if (stage_id === null) return null
  const value = (kind: IdentityKind) => shownIdentity(state.identities, kind)?.value ?? null
  return {
    id: contactId,
    name: state.name,
    phone: value('phone'),
    username: value('username'),
    business_scoped_user_id: value('business_scoped_user_id'),
    parent_business_scoped_user_id: value('parent_business_scoped_user_id'),
    created_at: state.created_at,
    stage_id,
  }
}

function stageOf({ stages }: Funnel, id: string | null): string | null {
  return stages.find((stage) => stage.id === id)?.id ?? null
}

function newStage({ stages }: Funnel): string | null {
  return (stages.find(({ auto_kind }) => auto_kind === 'new') ?? stages[0])?.id ?? null
}
