import { Email } from '@recado/contract/dashboard/user'
import { Uuid } from '@recado/contract/ids'
import { HttpProblem, notFound } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { removeUserFrom } from '../dashboard/users/remove-user-from.ts'
import { operatorRoute } from '../routing/route.ts'

/**
 * Removes the user of an address, for when somebody else than its owner has accepted an invitation: the owner can then
 * be invited.
 */
export const giveBackEmailRoute = operatorRoute({
  method: 'DELETE',
  url: '/users/:email',
  summary: 'Remove a user by e-mail address, and free the address',
  params: z.object({ email: Email }),
  problems: [404, 422],
  reply: { 200: z.object({ data: z.object({ id: Uuid, account_id: Uuid }) }) },
  async handle(input, deps) {
    const user = deps.registry.userByEmail(input.params.email)
    if (user === undefined) return notFound()
    const { id, account_id } = user
    const removed = await removeUserFrom({ account_id, user_id: id }, input, deps)
    if (removed instanceof HttpProblem) return removed
    return { status: 200, body: { data: { id, account_id } }, position: removed.position }
  },
})
