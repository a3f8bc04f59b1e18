import { Invited, NewUser } from '@recado/contract/dashboard/user'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { addUserTo } from '../../accounts/add-user-to.ts'
import { issueLink } from '../../accounts/issue-link.ts'
import { workflowRoute } from '../../routing/route.ts'

/** Adds a user, and answers with the link for the caller to send, because Recado sends no mail. */
export const inviteUserRoute = {
  ...workflowRoute({
    method: 'POST',
    url: '/users',
    operationId: 'inviteUser',
    summary: 'Invite a user',
    body: NewUser,
    problems: [422],
    reply: { 201: z.object({ data: Invited }) },
    async handle(input, deps) {
      const account_id = input.account.id
      const added = await addUserTo(account_id, input.body, input, deps)
      if (added instanceof HttpProblem) return added
      const { user_id, isNew } = added
      if (!isNew) return invalidInput('email already belongs to a user of this account')
      const link = await issueLink({ account_id, user_id }, input, deps)
      if (link === null)
        return invalidInput('email belongs to a user who was just removed; send the same again')
      const { position, ...shown } = link
      return { status: 201, body: { data: { id: user_id, ...input.body, ...shown } }, position }
    },
  }),
  access: 'owner',
} as const
