import { PairingRequest } from '@recado/contract/dashboard/pairing'
import { ConnectionId } from '@recado/contract/ids'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { aside } from '@recado/infra/http/request-places'
import { IS_PAIRED, requireConnection } from '@recado/infra/http/require-connection'
import { providerFailed, providerRefused } from '@recado/infra/providers/provider-problem'
import { z } from 'zod'
import { workflowRoute } from '../../routing/route.ts'
import { requireGranted } from '../require-granted.ts'

const MAX_PER_MINUTE = 10

/** Changes the gateway's session of a number. The gateway reports the result later, through its hook. */
export const pairConnectionRoute = workflowRoute({
  method: 'POST',
  url: '/connections/:id/pairing',
  operationId: 'pairConnection',
  summary: 'Start, restart or log out the session of a number',
  params: z.object({ id: ConnectionId }),
  body: PairingRequest,
  problems: [404, 429, 502],
  reply: { 202: z.object({ data: PairingRequest }) },
  async handle(input, deps) {
    const { account, params, body } = input
    const { id } = params
    const able = requireConnection(deps, { account_id: account.id, connection_id: id }, IS_PAIRED)
    if (able instanceof HttpProblem) return able
    requireGranted(
      await deps.rateLimits.take(`pairing of:${id}`, MAX_PER_MINUTE),
      'changes of this session',
    )
    const done = await aside(input, () => able.ability.act(able.connection, body.action))
    if (done.kind === 'refused') return providerRefused(done.error)
    if (done.kind === 'failed') return providerFailed(done.error)
    return { status: 202, body: { data: body }, position: null }
  },
})
