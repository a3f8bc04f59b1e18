import { contact } from '@recado/domain/contact/contact'
import { createContact } from '@recado/domain/contact/create-contact'
import { execute } from '../commands/execute.ts'
import type { ClaimDeps } from './claims.ts'
import type { Contexts } from './contact-state.ts'

/**
 * Creates the contact of a claim, which may be missing after a crash or while another process creates it. A process
 * that finds its contact created must check its claims again after linking.
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
