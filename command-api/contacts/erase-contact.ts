import { survivorOf } from '@recado/application/contacts/contact-state'
import { keepErasure } from '@recado/application/contacts/kept-erasures'
import { readErasure } from '@recado/application/contacts/read-erasure'
import { Erasure } from '@recado/contract/erasure'
import { erasure as exampleErasure } from '@recado/contract/example-values'
import { ContactId } from '@recado/contract/ids'
import { contact } from '@recado/domain/contact/contact'
import { eraseContact } from '@recado/domain/contact/erase-contact'
import { notFound, unavailable } from '@recado/infra/http/http-problem'
import { runOn } from '@recado/infra/postgres/run'
import { z } from 'zod'
import { commandRoute } from '../routing/command-route.ts'
import { isOfAccount } from './is-of-account.ts'

/** DELETE /contacts/{id}: the right to be forgotten (GDPR art. 17; LGPD art. 18, IV and VI). */
export const eraseContactRoute = commandRoute({
  method: 'DELETE',
  operationId: 'eraseContact',
  url: '/contacts/:id',
  summary: 'Erase a person',
  description:
    'Extension. For good, and also in the log: the keys under which everything about the person is stored are destroyed. ' +
    'Contact, conversations and messages stay in lists and totals, with null where they said something of the person, ' +
    'and `erased: true`. Sends that wait are refused, and deliveries that wait become dead. A person that writes again is ' +
    'a new contact. Contacts merged into this one are the same person. Erasing twice is the same answer. ' +
    'GET /contacts/{id}/export shows, before, to whom data was delivered: they must hear of it from you.',
  params: z.object({ id: ContactId }),
  problems: [404],
  prepare: async ({ account, params: { id } }, deps) => {
    if (!(await isOfAccount(deps, { account_id: account.id, contact_id: id }))) return notFound()
    const survivor = (await survivorOf(deps, id))?.contact_id ?? id
    const { ERASURES_DIR: folder } = deps.config
    const kept = { account_id: account.id, contact_id: survivor }
    if (folder !== null)
      await keepErasure(folder, { ...kept, requested_at: deps.now().toISOString() })
    return { survivor }
  },
  aggregate: contact,
  stream: ({ survivor }) => survivor,
  command: ({ at }) => ({ at }),
  decide: eraseContact,
  refusals: {
    contact_not_found: notFound,
    contact_merged: () =>
      unavailable('the contact has just been merged into another one; send the call again'),
  },
  reply: { 202: z.object({ data: Erasure }) },
  replyExamples: { 202: { value: { data: exampleErasure } } },
  answer: async ({ survivor, state, at }, { pool }) => {
    const known = await readErasure(runOn(pool), survivor)
    const requested_at = state?.erased_at ?? at
    const begun = { status: 'running', requested_at, erased_at: null, found: {} } as const
    return { data: known ?? { contact_id: survivor, ...begun } }
  },
})
