import { Setup, UserId } from '@recado/contract/dashboard/user'
import { notFound } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { issueLink } from '../../accounts/issue-link.ts'
import { workflowRoute } from '../../routing/route.ts'

export const issueSetupRoute = {
  ...workflowRoute({
    method: 'POST',
    url: '/users/:id/setup',
    operationId: 'issueSetup',
    summary: 'Create a link to set a user’s password',
    params: z.object({ id: UserId }),
    problems: [404],
    reply: { 201: z.object({ data: Setup }) },
    async handle(input, deps) {
      const { id } = input.params
      const link = await issueLink({ account_id: input.account.id, user_id: id }, input, deps)
      if (link === null) return notFound()
      const { position, ...shown } = link
      return { status: 201, body: { data: { id, ...shown } }, position }
    },
  }),
  access: 'owner',
} as const
