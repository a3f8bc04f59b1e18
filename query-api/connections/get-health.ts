import { ConnectionHealth } from '@recado/contract/connection-health'
import { ConnectionId } from '@recado/contract/ids'
import { HAS_HEALTH, requireConnection } from '@recado/infra/http/require-connection'
import { providerFailed } from '@recado/infra/providers/provider-problem'
import { z } from 'zod'
import { providerRead } from '../routing/provider-read.ts'

export const getHealth = providerRead({
  operationId: 'getConnectionHealth',
  url: '/connections/:id/health',
  summary: 'Get the health of a number from the provider',
  description: 'Read from the provider at request time; nothing of it is stored.',
  params: z.object({ id: ConnectionId }),
  reply: { 200: z.object({ data: ConnectionHealth }) },
  find: ({ account, params }, _, deps) =>
    requireConnection(deps, { account_id: account.id, connection_id: params.id }, HAS_HEALTH),
  answer: async ({ connection, ability: health }) => {
    const result = await health(connection)
    // 502 also for a refusal: the operator has set the number, so the client's request cannot be wrong.
    if (result.kind !== 'ok') return providerFailed(result.error)
    return { status: 200, body: { data: { connection_id: connection.id, ...result.value } } }
  },
})
