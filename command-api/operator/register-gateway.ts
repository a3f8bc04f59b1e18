import { execute } from '@recado/application/commands/execute'
import type { GatewayInUse } from '@recado/application/gateways/gateways-in-use'
import { GatewayAddress, MaxSessions, OperatorGateway } from '@recado/contract/operator-gateway'
import { gateway } from '@recado/domain/gateway/gateway'
import { registerGateway } from '@recado/domain/gateway/register-gateway'
import type { RouteInput } from '@recado/infra/http/api-route'
import { secret } from '@recado/infra/providers/registration'
import { INSTALLATION } from '@recado/infra/vault/installation'
import { z } from 'zod'
import { storeCredentials } from '../accounts/store-credentials.ts'
import type { CommandDeps } from '../deps.ts'
import { gatewayAt, shownGateway } from '../gateways/shown-gateway.ts'
import { withGateways } from '../gateways/with-gateways.ts'
import { commandContext } from '../routing/request-context.ts'
import { operatorRoute, type WriteAnswer } from '../routing/route.ts'

const NewGateway = z.object({
  address: GatewayAddress,
  api_key: secret.optional().describe('What it asks for as X-Api-Key; it is never shown.'),
  max_sessions: MaxSessions,
})

export const registerGatewayRoute = operatorRoute({
  method: 'POST',
  url: '/gateways',
  summary: 'Register a gateway of freemium numbers',
  description: `A WAHA server beside the one of \`WAHA_URL\`. New sessions go to the least filled gateway that has room. An address
    that is registered already is answered with 200 and the gateway as it is, which a PATCH changes.`,
  body: NewGateway,
  problems: [503],
  reply: {
    200: z.object({ data: OperatorGateway }),
    201: z.object({ data: OperatorGateway }),
  },
  handle: (input, deps) =>
    withGateways(deps, async (gateways) => {
      const known = gatewayAt(gateways, input.body.address)
      if (known !== undefined)
        return { status: 200, body: { data: shownGateway(known) }, position: null }
      return register(input, deps)
    }),
})

async function register(
  input: RouteInput<unknown, unknown, z.output<typeof NewGateway>>,
  deps: CommandDeps,
): Promise<WriteAnswer> {
  const { address, api_key, max_sessions } = input.body
  const context = commandContext(input, deps, null)
  const secret_refs = await storeCredentials(deps, INSTALLATION, { api_key })
  const id = deps.newId()
  const at = context.now().toISOString()
  const command = { gateway_id: id, address, max_sessions, secret_refs, at }
  const execution = { aggregate: gateway, id, decide: registerGateway, command, context }
  const done = await execute(deps, execution)
  const data = shownGateway({ ...EMPTY, id, address, max_sessions, secret_refs })
  return { status: 201, body: { data }, position: 'position' in done ? done.position : null }
}

const EMPTY = {
  ...{ sessions: 0, former_sessions: 0, is_silent: false },
  ...{ silent_since: null, reason: null },
} satisfies Partial<GatewayInUse>
