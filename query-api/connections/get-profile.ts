import { BusinessProfile } from '@recado/contract/business-profile'
import { ConnectionId } from '@recado/contract/ids'
import { HAS_PROFILE, requireConnection } from '@recado/infra/http/require-connection'
import { providerFailed } from '@recado/infra/providers/provider-problem'
import { z } from 'zod'
import { providerRead } from '../routing/provider-read.ts'

export const getProfile = providerRead({
  operationId: 'getConnectionProfile',
  url: '/connections/:id/profile',
  summary: 'Get the business profile of a number from the provider',
  params: z.object({ id: ConnectionId }),
  reply: { 200: z.object({ data: BusinessProfile }) },
  find: ({ account, params }, _, deps) =>
    requireConnection(deps, { account_id: account.id, connection_id: params.id }, HAS_PROFILE),
  answer: async ({ connection, ability: profile }) => {
    const read = await profile.read(connection)
    if (read.kind !== 'ok') return providerFailed(read.error)
    return { status: 200, body: { data: { connection_id: connection.id, ...read.value } } }
  },
})
