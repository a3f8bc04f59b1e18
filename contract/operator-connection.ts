import { z } from 'zod'
import { Connection } from './connection.ts'
import { GatewayId } from './operator-gateway.ts'

/** A connection as whoever adds it, and the operator, see it. */
export const OperatorConnection = z
  .object({
    ...Connection.shape,
    gateway_id: GatewayId.describe(
      'The gateway that has its session; null for the one of `WAHA_URL`, and for a number without a session.',
    ),
    hook_url: z
      .string()
      .nullable()
      .describe(
        'Where its provider posts; null when its app secret is lost and must be replaced, or when it was released.',
      ),
  })
  .describe('The connection, and where its provider is to post.')
export type OperatorConnection = z.infer<typeof OperatorConnection>
