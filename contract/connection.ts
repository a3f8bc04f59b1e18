import { z } from 'zod'
import { Uuid } from './ids.ts'

/** The published types of connections. */
export const CONNECTION_TYPES = ['official', 'freemium'] as const

/** The values of `capabilities.provider` of a connection. */
export const PROVIDER_NAMES = ['official_cloud_api', 'freemium'] as const

/** A type of connection. A new provider may bring one that is not published yet. */
export const ConnectionType = z.string().meta({ enum: [...CONNECTION_TYPES] })

export const ConnectionStatus = z.enum([
  'connected',
  'connecting',
  'pending',
  'disconnected',
  'error',
])

/** What a connection can do: the authoritative statement. */
const Capabilities = z.object({
  provider: z.string().meta({ enum: [...PROVIDER_NAMES] }),
  message_types: z.array(z.string()),
  actions: z.array(z.string()),
})

/** A WhatsApp number of the account. Tokens, QR codes and credentials are never part of it. */
export const Connection = z
  .object({
    id: Uuid,
    type: ConnectionType,
    status: ConnectionStatus,
    phone_number: z
      .string()
      .nullable()
      .describe('As the provider shows it; null while a freemium number is not paired.'),
    phone_number_digits: z
      .string()
      .nullable()
      .describe('The same in digits; accepted in place of connection_id.'),
    capabilities: Capabilities,
  })
  .meta({ id: 'Connection' })
export type Connection = z.infer<typeof Connection>
