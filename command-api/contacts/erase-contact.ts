import { ContactId } from '@recado/contract/ids'
import { notFound } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { commandRoute } from '../routing/command-route.ts'
import { begunErasure, ERASING, prepareErasure } from './erasing.ts'
import { isOfAccount } from './is-of-account.ts'

/** DELETE /contacts/{id}: the right to be forgotten (GDPR art. 17; LGPD art. 18, IV and VI). */
export const eraseContactRoute = commandRoute({
  ...ERASING,
  method: 'DELETE',
  operationId: 'eraseContact',
  url: '/contacts/:id',
  summary: 'Erase a person',
  description:
    'Extension. For good, and also in the log: the keys under which everything about the person is stored are destroyed. ' +
    'Contact, conversations and messages stay in lists and totals, with null where they said something of the person, ' +
    'and `erased: true`. Sends that wait are refused, and deliveries that wait become dead. A person that writes again is ' +
    'a new contact. Contacts merged into this one are the same person. Erasing twice is the same answer. ' +
    'The answer lists, once it is done, where webhooks had told of the person: they must hear of it from you, or by the event ' +
    '`contact.erased`.',
  params: z.object({ id: ContactId }),
  problems: [404],
  prepare: async ({ account, params: { id } }, deps) => {
    const named = { account_id: account.id, contact_id: id }
    return (await isOfAccount(deps, named)) ? prepareErasure(deps, named) : notFound()
  },
  stream: ({ survivor }) => survivor,
  answer: begunErasure,
})
