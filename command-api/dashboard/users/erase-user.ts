import { ErasedUser, UserId } from '@recado/contract/dashboard/user'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { workflowRoute } from '../../routing/route.ts'
import { eraseUserOf } from './erase-user-of.ts'

export const eraseUserRoute = {
  ...workflowRoute({
    method: 'POST',
    url: '/users/:id/erasure',
    operationId: 'eraseUser',
    summary: 'Erase a user, removed or not, for good',
    params: z.object({ id: UserId }),
    problems: [404, 422],
    reply: { 202: z.object({ data: ErasedUser }) },
    async handle(input, deps) {
      const { id } = input.params
      const erased = await eraseUserOf({ account_id: input.account.id, user_id: id }, input, deps)
      if (erased instanceof HttpProblem) return erased
      const { position, erased_at } = erased
      return { status: 202, body: { data: { id, erased_at } }, position }
    },
  }),
  access: 'owner',
} as const
