import { SignedIn } from '@recado/contract/dashboard/session'
import { z } from 'zod'
import { queryRoute } from '../../query-route.ts'

export const getSession = queryRoute({
  operationId: 'getSession',
  url: '/session',
  summary: 'Tell who is signed in',
  reply: z.object({ data: SignedIn }),
  answer: async ({ account, caller }, _run, { simulators }) => {
    const user = caller?.signedIn?.user
    if (user === undefined) return null
    const { id, name, email, role } = user
    return {
      data: {
        user: { id, name, email, role },
        account: { id: account.id, name: account.name, plan: account.plan },
        features: { simulators: simulators !== null },
      },
    }
  },
})
