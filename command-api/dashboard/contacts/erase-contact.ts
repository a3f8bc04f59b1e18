import { EraseContact } from '@recado/contract/dashboard/contact'
import { ContactId } from '@recado/contract/ids'
import { notFound } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { begunErasure, ERASING, prepareErasure } from '../../contacts/erasing.ts'
import { isOfAccount } from '../../contacts/is-of-account.ts'
import { commandRoute } from '../../routing/command-route.ts'
import { requireSession } from '../require-session.ts'
import { confirmPassword } from '../session/is-password.ts'

/** Erases a person for an owner who gives the password again: nothing brings the person back. */
export const dashboardEraseContactRoute = {
  ...commandRoute({
    ...ERASING,
    method: 'POST',
    url: '/contacts/:id/erase',
    operationId: 'eraseContactAsUser',
    summary: 'Erase a person',
    description: 'As DELETE /contacts/{id} of the API, which sessions do not have.',
    params: z.object({ id: ContactId }),
    body: EraseContact,
    bodyLimit: 16 * 1024,
    problems: [404, 429],
    prepare: async (input, deps) => {
      const named = { account_id: input.account.id, contact_id: input.params.id }
      if (!(await isOfAccount(deps, named))) return notFound()
      const refused = await confirmPassword(requireSession(input), input.body.password, deps)
      return refused ?? prepareErasure(deps, named)
    },
    stream: ({ survivor }) => survivor,
    answer: begunErasure,
  }),
  access: 'owner',
} as const
