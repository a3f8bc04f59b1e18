import { execute } from '@recado/application/commands/execute'
import { userEmailId } from '@recado/application/ids'
import { Uuid } from '@recado/contract/ids'
import { removeUser } from '@recado/domain/user/remove-user'
import { user as users } from '@recado/domain/user/user'
import { releaseEmail } from '@recado/domain/user-email/release-email'
import { userEmail } from '@recado/domain/user-email/user-email'
import { invalidInput, notFound } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { commandContext } from '../../request-context.ts'
import { workflowRoute } from '../../route.ts'

/** Removes a user. The e-mail is released last: an invitation can take over a claim that a crash has left. */
export const removeUserRoute = {
  ...workflowRoute({
    method: 'DELETE',
    url: '/users/:id',
    operationId: 'removeUser',
    summary: 'Remove a user, who is out at once',
    params: z.object({ id: Uuid }),
    problems: [404, 422],
    reply: { 200: z.object({ deleted: z.literal(true) }) },
    async handle(input, deps) {
      const account_id = input.account.id
      const { id: user_id } = input.params
      const context = commandContext(input, deps)
      const email = deps.registry.user(user_id)?.email
      const command = { user_id, account_id, at: context.now().toISOString() }
      const outcome = await execute(deps, {
        aggregate: users,
        id: account_id,
        decide: removeUser,
        command,
        context,
      })
      if (!('position' in outcome))
        return outcome.refused === 'last_owner'
          ? invalidInput('the last owner cannot be removed')
          : notFound()
      if (email !== undefined) {
        const id = userEmailId(email)
        await execute(deps, { aggregate: userEmail, id, decide: releaseEmail, command, context })
      }
      await deps.sessions.end({ user_id })
      return { status: 200, body: { deleted: true }, position: outcome.position }
    },
  }),
  access: 'owner',
} as const
