import { execute } from '@recado/application/commands/execute'
import type { GatewayInUse } from '@recado/application/gateways/gateways-in-use'
import { Uuid } from '@recado/contract/ids'
import { OperatorConnection } from '@recado/contract/operator-connection'
import { GatewayId } from '@recado/contract/operator-gateway'
import { connection } from '@recado/domain/connection/connection'
import { moveConnection } from '@recado/domain/connection/move-connection'
import type { RouteInput } from '@recado/infra/http/api-route'
import { connectionReleased } from '@recado/infra/http/connection-released'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { z } from 'zod'
import { noSuchConnection } from '../accounts/no-such-connection.ts'
import { shownConnection } from '../accounts/shown-connection.ts'
import type { CommandDeps } from '../deps.ts'
import { chooseGateway, MAKE_ROOM } from '../gateways/choose-gateway.ts'
import { withGateways } from '../gateways/with-gateways.ts'
import { commandContext } from '../routing/request-context.ts'
import { operatorRoute, type WriteAnswer } from '../routing/route.ts'

type Input = RouteInput<{ id: string }, unknown, { gateway_id: string | null }>

export const moveConnectionRoute = operatorRoute({
  method: 'POST',
  url: '/connections/:id/move',
  summary: 'Move the session of a number to another gateway',
  description: `A gateway keeps its sessions to itself, so the phone is paired again: the number is \`pending\` until then, and what it
    has accepted to send waits. Its session at the former gateway is logged out and deleted.`,
  params: z.object({ id: Uuid }),
  body: z.object({ gateway_id: GatewayId }),
  problems: [404, 503],
  reply: { 200: z.object({ data: OperatorConnection }) },
  handle: (input, deps) => withGateways(deps, (gateways) => move(input, deps, gateways)),
})

async function move(
  input: Input,
  deps: CommandDeps,
  gateways: readonly GatewayInUse[],
): Promise<WriteAnswer | HttpProblem> {
  const { gateway_id } = input.body
  const entry = deps.registry.connection(input.params.id)
  if (entry === undefined) return noSuchConnection()
  if (deps.providers.get(entry.type)?.gateways === undefined) return withoutSession()
  const isThere = entry.gateway_id === gateway_id
  const chosen = isThere ? null : chooseGateway(gateways, gateway_id, MAKE_ROOM)
  if (chosen instanceof HttpProblem) return chosen
  return recordMove(input, deps, entry)
}

async function recordMove(input: Input, deps: CommandDeps, entry: ConnectionEntry) {
  const context = commandContext(input, deps, entry.account_id)
  const { gateway_id } = input.body
  const command = { connection_id: entry.id, gateway_id, at: context.now().toISOString() }
  const execution = { aggregate: connection, id: entry.id, command, context }
  const done = await execute(deps, { ...execution, decide: moveConnection })
  if (done.refused === 'connection_released')
    return connectionReleased('its session is not used any more')
  if (done.refused === 'connection_not_found') return noSuchConnection()
  if (done.refused !== undefined || done.state === null) return withoutSession()
  const { status } = done.state
  const data = shownConnection(deps, input.request, { ...entry, gateway_id, status, hook: null })
  return { status: 200, body: { data }, position: done.position }
}

function withoutSession(): HttpProblem {
  return invalidInput('the connection has no session at a gateway; those with the type freemium do')
}
