import { PairingCode, PairingCodeRequest } from '@recado/contract/dashboard/pairing'
import { ConnectionId } from '@recado/contract/ids'
import { phoneDigits } from '@recado/domain/phone-number'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { aside } from '@recado/infra/http/request-places'
import { IS_PAIRED, requireConnection } from '@recado/infra/http/require-connection'
import { providerFailed, providerRefused } from '@recado/infra/providers/provider-problem'
import { z } from 'zod'
import { workflowRoute } from '../../routing/route.ts'
import { requireGranted } from '../require-granted.ts'

/** How many codes a connection may request in a minute, and an account in twenty: each notifies a phone of anybody. */
const MAX_OF_NUMBER_PER_MINUTE = 3
const MAX_OF_ACCOUNT_PER_PERIOD = 20

/** Requests a code to type on the phone instead of scanning one. The code is not stored. */
export const requestPairingCodeRoute = workflowRoute({
  method: 'POST',
  url: '/connections/:id/pairing/code',
  operationId: 'requestPairingCode',
  summary: 'Get a code to pair a number',
  params: z.object({ id: ConnectionId }),
  body: PairingCodeRequest,
  problems: [404, 429, 502],
  reply: { 200: z.object({ data: PairingCode }) },
  async handle(input, deps) {
    const { account, params, body } = input
    const { id } = params
    const able = requireConnection(deps, { account_id: account.id, connection_id: id }, IS_PAIRED)
    if (able instanceof HttpProblem) return able
    requireGranted(
      await deps.rateLimits.take(`pairing code of:${id}`, MAX_OF_NUMBER_PER_MINUTE),
      'codes for this number',
    )
    const slowly = `pairing codes slowly:${account.id}`
    requireGranted(await deps.slowLimits.take(slowly, MAX_OF_ACCOUNT_PER_PERIOD), 'codes')
    const result = await aside(input, () =>
      able.ability.requestCode(able.connection, phoneDigits(body.phone)),
    )
    if (result.kind === 'refused') return providerRefused(result.error)
    if (result.kind === 'failed') return providerFailed(result.error)
    return { status: 200, body: { data: { code: result.value } }, position: null }
  },
})
