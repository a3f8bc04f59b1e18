import { Uuid } from '@recado/contract/ids'
import { OperatorConnection } from '@recado/contract/operator-connection'
import type { ApiRoute } from '@recado/infra/http/api-route'
import { aside } from '@recado/infra/http/request-places'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import { z } from 'zod'
import { newConnection } from '../accounts/new-connection.ts'
import { registerNumber } from '../connections/register-number.ts'
import type { CommandDeps } from '../deps.ts'
import { MAKE_ROOM } from '../gateways/choose-gateway.ts'
import { commandContext } from '../routing/request-context.ts'
import { operatorRoute } from '../routing/route.ts'
import { accountExists, noSuchAccount } from './account-exists.ts'

/** Registers a number for any account. */
export function registerConnectionRoute(providers: ProviderKinds): ApiRoute<CommandDeps> {
  return operatorRoute({
    method: 'POST',
    url: '/accounts/:id/connections',
    summary: 'Register a WhatsApp number',
    description: `Recado asks the provider whether it accepts the credentials. While the provider does not answer, the number is
    \`pending\`, and Recado asks again.`,
    params: z.object({ id: Uuid }),
    body: newConnection(providers),
    problems: [404],
    reply: { 201: z.object({ data: OperatorConnection }) },
    async handle(input, deps) {
      const account_id = input.params.id
      if (!(await accountExists(deps, account_id))) return noSuchAccount()
      const { body: requested, request } = input
      return registerNumber(deps, {
        account_id,
        requested,
        request,
        context: commandContext(input, deps, account_id),
        aside: (wait) => aside(input, wait),
        ifSilent: 'pending',
        elsewhere: 'another account; release it there first',
        whenFull: MAKE_ROOM,
      })
    },
  })
}
