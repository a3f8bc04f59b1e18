import { kindOf } from '@recado/contract/connection-kinds'
import { OperatorConnection } from '@recado/contract/operator-connection'
import type { ApiRoute } from '@recado/infra/http/api-route'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { aside } from '@recado/infra/http/request-places'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import { z } from 'zod'
import { newConnection } from '../../accounts/new-connection.ts'
import { registerNumber } from '../../connections/register-number.ts'
import type { CommandDeps } from '../../deps.ts'
import { commandContext } from '../../routing/request-context.ts'
import { workflowRoute } from '../../routing/route.ts'
import { requireGranted } from '../require-granted.ts'
import { accountSession } from './account-session.ts'

/** How many numbers an account may add by itself, in a minute and in total. */
const MAX_PER_MINUTE = 10
const MAX_NUMBERS = 100

/**
 * Registers a number for the account of the session, as the operator does for any account. The provider's token proves
 * that the number is the account's own; a gateway's session always is, because its name has the account's prefix.
 */
export function addConnectionRoute(providers: ProviderKinds): ApiRoute<CommandDeps> {
  return workflowRoute({
    method: 'POST',
    url: '/connections',
    operationId: 'addConnection',
    summary: 'Add a WhatsApp number',
    body: newConnection(providers),
    bodyLimit: 64 * 1024,
    planGate: (body) => kindOf(String((body as { type?: unknown } | null)?.type)).needsPlan,
    problems: [429, 502],
    reply: { 201: z.object({ data: OperatorConnection }) },
    async handle(input, deps) {
      const { account, body, request } = input
      requireGranted(
        await deps.rateLimits.take(`new numbers of:${account.id}`, MAX_PER_MINUTE),
        'new numbers',
      )
      const inUse = deps.registry.connectionsOf(account.id).filter(({ released }) => !released)
      if (inUse.length >= MAX_NUMBERS)
        return invalidInput(
          `an account adds at most ${MAX_NUMBERS} numbers; ask the operator for more`,
        )
      const requested = accountSession(body, account.id)
      if (requested instanceof HttpProblem) return requested
      return registerNumber(deps, {
        account_id: account.id,
        requested,
        request,
        context: commandContext(input, deps),
        aside: (wait) => aside(input, wait),
        ifSilent: 'refuse',
        elsewhere: 'elsewhere; ask the operator to release it there',
        whenFull: 'ask the operator to make room',
      })
    },
  })
}
