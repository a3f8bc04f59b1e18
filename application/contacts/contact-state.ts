import { type Contact, contact } from '@recado/domain/contact/contact'
import type { CommandContext } from '../commands/command-context.ts'
import type { ExecuteDeps } from '../commands/execute.ts'
import { load } from '../commands/load.ts'
import { streamOf } from '../ids.ts'

/** Makes contexts for facts. Where fact ids are computed, `scope` says what the facts are about. */
export type Contexts = (scope: string) => CommandContext

export async function contactState(deps: ExecuteDeps, contactId: string): Promise<Contact> {
  const stream = streamOf(contact, contactId)
  return (await load(deps, contact, stream, deps.cache.get<Contact>(stream))).state
}

/** The contact itself, or the survivor it was merged into; null when it does not exist. */
export async function survivorOf(deps: ExecuteDeps, contactId: string): Promise<Contact> {
  let state = await contactState(deps, contactId)
  while (state !== null && state.merged_into !== null)
    state = await contactState(deps, state.merged_into)
  return state
}
