import { type Contact, contact } from '@recado/domain/contact/contact'
import type { CommandContext } from '../commands/command-context.ts'
import type { ExecuteDeps } from '../commands/execute.ts'
import { load } from '../commands/load.ts'
import { streamOf } from '../ids.ts'

/** In whose name facts are written; `scope` names what they are about, where ids of facts are computed. */
export type Contexts = (scope: string) => CommandContext

/** The contact as the log has it now. */
export async function contactState(deps: ExecuteDeps, contactId: string): Promise<Contact> {
  const stream = streamOf(contact, contactId)
  return (await load(deps, contact, stream, deps.cache.get<Contact>(stream))).state
}

/** The contact as which a person lives on: itself, unless it was merged; null when it does not exist. */
export async function survivorOf(deps: ExecuteDeps, contactId: string): Promise<Contact> {
  let state = await contactState(deps, contactId)
  while (state !== null && state.merged_into !== null)
    state = await contactState(deps, state.merged_into)
  return state
}
