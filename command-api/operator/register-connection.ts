import { Uuid } from '@recado/contract/ids'
import type { ApiRoute } from '@recado/infra/http/api-route'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import { z } from 'zod'
import { registerNumber } from '../connections/register-number.ts'
import type { CommandDeps } from '../deps.ts'
import { commandContext } from '../request-context.ts'
import { operatorRoute } from '../route.ts'
import { accountExists, noSuchAccount } from './account-exists.ts'
import { newConnection } from './new-connection.ts'
import { OperatorConnection } from './shown-connection.ts'
import { storeCredentials } from './store-credentials.ts'

export function registerConnectionRoute(providers: ProviderKinds): ApiRoute<CommandDeps> {
  return operatorRoute({
    method: 'POST',
    url: '/accounts/:id/connections',
    summary: 'Register a WhatsApp number',
    params: z.object({ id: Uuid }),
    body: newConnection(providers),
    problems: [404],
    reply: { 201: z.object({ data: OperatorConnection }) },
    async handle(input, deps) {
      const account_id = input.params.id
      if (!(await accountExists(deps, account_id))) return noSuchAccount()
      const { body: asked, request } = input
      return registerNumber(deps, {
        account_id,
        asked,
        request,
        context: commandContext(input, deps, account_id),
        store: () => storeCredentials(deps, account_id, asked.credentials),
        elsewhere: 'another account; release it there first',
      })
    },
  })
}
