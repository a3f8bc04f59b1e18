import type { Edited } from '@recado/application/contacts/edit-person'
import { streamOf } from '@recado/application/ids'
import { readContact } from '@recado/application/read-models/documents/contact-document'
import type { Contact } from '@recado/contract/contact'
import { contact } from '@recado/domain/contact/contact'
import { type HttpProblem, unavailable } from '@recado/infra/http/http-problem'
import { runOn } from '@recado/infra/postgres/run'
import type { CommandDeps } from '../deps.ts'
import { positionToRead } from '../routing/position-to-read.ts'
import type { KeyInput } from '../routing/route.ts'
import { waitForReadModels } from '../routing/wait-for-read-models.ts'
import { decidedContact } from './decided-contact.ts'

export type AnsweredEdit = {
  readonly data: Contact
  readonly headers: Readonly<Record<string, string>>
}

/** Waits until the read models include the edit, and returns the contact; while they lag, the contact by the log. */
export async function answerEdit(
  deps: CommandDeps,
  input: Pick<KeyInput<unknown, unknown, unknown>, 'request' | 'account'>,
  edited: Edited,
): Promise<AnsweredEdit | HttpProblem> {
  const accountId = input.account.id
  const stream = streamOf(contact, edited.contact_id)
  const position = await positionToRead(deps, stream, edited.position)
  const headers = await waitForReadModels(input, position ?? -1n, deps)
  const isShown = headers['x-read-consistency'] === undefined
  const shown = isShown
    ? await readContact(runOn(deps.pool), { account_id: accountId, contact_id: edited.contact_id })
    : null
  const data =
    shown ?? (await decidedContact(deps, { account_id: accountId, contact_id: edited.contact_id }))
  if (data === null) return unavailable('the contact is not shown yet; send the call again')
  return { data, headers }
}
