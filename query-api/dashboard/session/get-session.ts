import { signedInUser } from '@recado/application/registry/signed-in-user'
import { SignedIn } from '@recado/contract/dashboard/session'
import { z } from 'zod'
import { queryRoute } from '../../routing/query-route.ts'

export const getSession = queryRoute({
  operationId: 'getSession',
  url: '/session',
  summary: 'Get the user who is signed in',
  reply: z.object({ data: SignedIn }),
  answer: async ({ account, caller }, _run, { simulators }) => {
    const user = caller?.signedIn?.user
    if (user === undefined) return null
    return { data: signedInUser(account, user, { simulators: simulators !== null }) }
  },
})
