import { execute } from '@recado/application/commands/execute'
import type { GatewayInUse } from '@recado/application/gateways/gateways-in-use'
import { Uuid } from '@recado/contract/ids'
import { GatewayAddress, MaxSessions, OperatorGateway } from '@recado/contract/operator-gateway'
import { changeGateway } from '@recado/domain/gateway/change-gateway'
import { gateway } from '@recado/domain/gateway/gateway'
import type { RouteInput } from '@recado/infra/http/api-route'
import { type HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { secret } from '@recado/infra/providers/registration'
import { INSTALLATION } from '@recado/infra/vault/installation'
import { z } from 'zod'
import { storeCredentials } from '../accounts/store-credentials.ts'
import type { CommandDeps } from '../deps.ts'
import { gatewayAt, noSuchGateway, shownGateway } from '../gateways/shown-gateway.ts'
import { withGateways } from '../gateways/with-gateways.ts'
import { commandContext } from '../routing/request-context.ts'
import { operatorRoute, type WriteAnswer } from '../routing/route.ts'

const Changes = z
  .object({
    address: GatewayAddress.optional(),
    api_key: secret.nullable().optional().describe('A new key; null when it asks for none.'),
    max_sessions: MaxSessions.optional(),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error: 'must have address, api_key or max_sessions',
  })

type Input = RouteInput<{ id: string }, unknown, z.output<typeof Changes>>

export const changeGatewayRoute = operatorRoute({
  method: 'PATCH',
  url: '/gateways/:id',
  summary: 'Change a gateway',
  description: `Only the fields sent change. With \`max_sessions\` 0 it takes no new session and keeps those that it has, so it can
    be emptied number by number (POST /operator/v1/connections/{id}/move).`,
  params: z.object({ id: Uuid }),
  body: Changes,
  problems: [404, 503],
  reply: { 200: z.object({ data: OperatorGateway }) },
  handle: (input, deps) =>
    withGateways(deps, async (gateways) => {
      const { params, body } = input
      const present = gateways.find(({ id }) => id === params.id)
      if (present === undefined) return noSuchGateway()
      const other = body.address === undefined ? undefined : gatewayAt(gateways, body.address)
      if (other !== undefined && other.id !== params.id)
        return invalidInput('address: another gateway has it')
      return change(input, deps, present)
    }),
})

async function change(
  input: Input,
  deps: CommandDeps,
  present: GatewayInUse,
): Promise<WriteAnswer | HttpProblem> {
  const { params, body } = input
  const context = commandContext(input, deps, null)
  const { address, max_sessions } = body
  const secret_refs = await refsOf(deps, body.api_key, present)
  const at = context.now().toISOString()
  const command = { gateway_id: params.id, address, max_sessions, secret_refs, at }
  const execution = { aggregate: gateway, id: params.id, decide: changeGateway, command, context }
  const done = await execute(deps, execution)
  const changed = done.refused === undefined ? done.state.registered : null
  if (done.refused !== undefined || changed === null) return noSuchGateway()
  await forgetKey(deps, present, changed.secret_refs)
  const data = shownGateway({ ...present, ...changed })
  return { status: 200, body: { data }, position: done.position }
}

/** @returns undefined when the key stays */
async function refsOf(
  deps: CommandDeps,
  api_key: string | null | undefined,
  { secret_refs: current }: GatewayInUse,
): Promise<Record<string, string> | undefined> {
  if (api_key === undefined) return undefined
  return api_key === null ? {} : storeCredentials(deps, INSTALLATION, { api_key }, current)
}

/** Deletes a key that is not in use any more; a call with it would be refused anyway. */
export async function forgetKey(
  { vault }: Pick<CommandDeps, 'vault'>,
  { secret_refs: { api_key: former } }: Pick<GatewayInUse, 'secret_refs'>,
  { api_key: current }: Readonly<Record<string, string>>,
): Promise<void> {
  if (former !== undefined && former !== current)
    await vault.forget({ account_id: INSTALLATION, reference: former })
}
