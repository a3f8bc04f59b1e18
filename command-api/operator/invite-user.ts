import { Invited, NewUser } from '@recado/contract/dashboard/user'
import { Uuid } from '@recado/contract/ids'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { addUserTo } from '../accounts/add-user-to.ts'
import { issueLink } from '../accounts/issue-link.ts'
import { operatorRoute } from '../routing/route.ts'
import { accountExists, noSuchAccount } from './account-exists.ts'

/** Invites a user, or issues another link to an existing user, such as an owner who has forgotten the password. */
export const operatorInviteUserRoute = operatorRoute({
  method: 'POST',
  url: '/accounts/:id/users',
  summary: 'Invite a user to the dashboard',
  params: z.object({ id: Uuid }),
  body: NewUser,
  problems: [404],
  reply: { 201: z.object({ data: Invited }) },
  async handle(input, deps) {
    const account_id = input.params.id
    if (!(await accountExists(deps, account_id))) return noSuchAccount()
    const added = await addUserTo(account_id, input.body, input, deps)
    if (added instanceof HttpProblem) return added
    const { user_id, isNew } = added
    const link = await issueLink({ account_id, user_id }, input, deps)
    if (link === null) return noSuchAccount()
    const { position, ...shown } = link
    const user = isNew ? input.body : deps.registry.user(user_id)
    const { email, name, role } = user ?? input.body
    return { status: 201, body: { data: { id: user_id, email, name, role, ...shown } }, position }
  },
})
