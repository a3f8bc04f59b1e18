import { ConnectionHealth } from '@recado/contract/connection-health'
import { ConnectionId } from '@recado/contract/ids'
import { HAS_HEALTH, requireConnection } from '@recado/infra/http/require-connection'
import { providerFailed } from '@recado/infra/providers/provider-problem'
import { z } from 'zod'
import { providerRead } from '../provider-read.ts'

export const getHealth = providerRead({
  operationId: 'getConnectionHealth',
  url: '/connections/:id/health',
  summary: 'Get the health of a number from the provider',
  description: 'Read from the provider at request time; nothing of it is stored.',
  params: z.object({ id: ConnectionId }),
  reply: { 200: z.object({ data: ConnectionHealth }) },
  replyExamples: {
    200: {
      value: {
        data: {
          connection_id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
          display_phone_number: '+55 11 91234-5678',
          verified_name: 'Padaria Estrela',
          quality_rating: 'GREEN',
          platform_type: 'CLOUD_API',
          code_verification_status: 'VERIFIED',
          messaging_limit_tier: 'TIER_2K',
          throughput: { level: 'STANDARD' },
          health_status: {
            can_send_message: 'AVAILABLE',
            entities: [
              { entity_type: 'PHONE_NUMBER', id: '106540352242922', can_send_message: 'AVAILABLE' },
            ],
          },
        },
      },
    },
  },
  find: ({ account, params }, _, deps) =>
    requireConnection(deps, account.id, params.id, HAS_HEALTH),
  answer: async ({ connection, ability: health }) => {
    const result = await health(connection)
    // 502 also for a refusal: the operator has set the number, so the client's request cannot be wrong.
    if (result.kind !== 'ok') return providerFailed(result.error)
    return { status: 200, body: { data: { connection_id: connection.id, ...result.value } } }
  },
})
