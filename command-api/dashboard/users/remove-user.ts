import { UserId } from '@recado/contract/dashboard/user'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { workflowRoute } from '../../routing/route.ts'
import { removeUserFrom } from './remove-user-from.ts'

export const removeUserRoute = {
  ...workflowRoute({
    method: 'DELETE',
    url: '/users/:id',
    operationId: 'removeUser',
    summary: 'Remove a user and end the user’s sessions',
    params: z.object({ id: UserId }),
    problems: [404, 422],
    reply: { 200: z.object({ deleted: z.literal(true).describe('Always true.') }) },
    async handle(input, deps) {
      const removed = await removeUserFrom(
        { account_id: input.account.id, user_id: input.params.id },
        input,
        deps,
      )
      if (removed instanceof HttpProblem) return removed
      return { status: 200, body: { deleted: true }, position: removed.position }
    },
  }),
  access: 'owner',
} as const
