import { execute } from '@recado/application/commands/execute'
import { Uuid } from '@recado/contract/ids'
import { gateway } from '@recado/domain/gateway/gateway'
import { removeGateway } from '@recado/domain/gateway/remove-gateway'
import { invalidInput } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { noSuchGateway } from '../gateways/shown-gateway.ts'
import { withGateways } from '../gateways/with-gateways.ts'
import { commandContext } from '../routing/request-context.ts'
import { operatorRoute } from '../routing/route.ts'
import { forgetKey } from './change-gateway.ts'

export const removeGatewayRoute = operatorRoute({
  method: 'DELETE',
  url: '/gateways/:id',
  summary: 'Remove a gateway that no number uses',
  description: `Sessions that moved numbers have left there, and that could not be ended since, are given up: a gateway that is gone for
    ever can be removed too.`,
  params: z.object({ id: Uuid }),
  problems: [404, 503],
  reply: { 200: z.object({ data: z.object({ id: Uuid, removed: z.literal(true) }) }) },
  handle: (input, deps) =>
    withGateways(deps, async (gateways) => {
      const { id } = input.params
      const present = gateways.find((one) => one.id === id)
      const sessions = present === undefined ? 0 : present.sessions - present.former_sessions
      const context = commandContext(input, deps, null)
      const command = { gateway_id: id, sessions, at: context.now().toISOString() }
      const execution = { aggregate: gateway, id, decide: removeGateway, command, context }
      const done = await execute(deps, execution)
      if (done.refused === 'gateway_not_found') return noSuchGateway()
      if (done.refused !== undefined) return inUse(sessions)
      if (present !== undefined) await forgetKey(deps, present, {})
      return { status: 200, body: { data: { id, removed: true } }, position: done.position }
    }),
})

function inUse(sessions: number) {
  return invalidInput(
    `the gateway has the sessions of ${sessions} numbers; move them (POST /operator/v1/connections/{id}/move) or release them first`,
  )
}
