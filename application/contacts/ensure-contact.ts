import { contact } from '@recado/domain/contact/contact'
import { createContact } from '@recado/domain/contact/create-contact'
import { execute } from '../commands/execute.ts'
import type { ClaimDeps } from './claims.ts'
import type { Contexts } from './contact-state.ts'

/**
 * Creates the contact that a claim names unless it exists: a claim may stand without it after a crash, or while
 * somebody else is at it. Whoever finds it created looks after its links whether the claims still stand.
 */
export async function ensureContact(
  deps: ClaimDeps,
  contact_id: string,
  contexts: Contexts,
): Promise<void> {
  const context = contexts(`create ${contact_id}`)
  const command = { contact_id, at: context.now().toISOString() }
  await execute(deps, {
    aggregate: contact,
    id: contact_id,
    decide: createContact,
    command,
    context,
  })
}
