import { Pairing } from '@recado/contract/dashboard/pairing'
import { ConnectionId } from '@recado/contract/ids'
import { IS_PAIRED, requireConnection } from '@recado/infra/http/require-connection'
import { z } from 'zod'
import { providerRead } from '../../routing/provider-read.ts'

/** GET /connections/{id}/pairing. Its code gives control over the number, so the read needs the role for writes. */
export const getPairing = providerRead({
  operationId: 'getPairing',
  url: '/connections/:id/pairing',
  summary: 'Get the state of a pairing',
  access: 'write',
  availability: 'both',
  params: z.object({ id: ConnectionId }),
  reply: { 200: z.object({ data: Pairing }) },
  find: ({ account, params }, _, deps) =>
    requireConnection(deps, { account_id: account.id, connection_id: params.id }, IS_PAIRED),
  answer: async ({ connection, ability: pairing }, _, { registry }) => {
    const read = await pairing.read(connection)
    // The status may have changed during the call of the gateway.
    const { status, phone_number_digits } = registry.connection(connection.id) ?? connection
    return { status: 200, body: { data: { status, ...read, phone_number_digits } } }
  },
})
