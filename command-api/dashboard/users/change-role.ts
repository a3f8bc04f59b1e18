import { ChangedRole, UserChange, UserId } from '@recado/contract/dashboard/user'
import { changeRole } from '@recado/domain/user/change-role'
import { user } from '@recado/domain/user/user'
import { invalid, notFound } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { commandRoute } from '../../routing/command-route.ts'

export const changeRoleRoute = {
  ...commandRoute({
    method: 'PATCH',
    url: '/users/:id',
    operationId: 'changeRole',
    summary: 'Change the role of a user',
    params: z.object({ id: UserId }),
    body: UserChange,
    problems: [404, 422],
    aggregate: user,
    stream: ({ account }) => account.id,
    command: ({ account, params, body, at }) => ({
      user_id: params.id,
      account_id: account.id,
      role: body.role,
      at,
    }),
    decide: changeRole,
    refusals: {
      user_not_found: notFound,
      last_owner: invalid(
        'role of the last owner must stay owner; make another user an owner first',
      ),
    },
    reply: { 200: z.object({ data: ChangedRole }) },
    answer: ({ params: { id }, body: { role } }) => ({ data: { id, role } }),
  }),
  access: 'owner',
} as const
