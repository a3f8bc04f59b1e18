import { z } from 'zod'
import { Uuid } from './ids.ts'

export const ConnectionType = z.enum(['official', 'freemium'])
export type ConnectionType = z.infer<typeof ConnectionType>

export const ConnectionStatus = z.enum([
  'connected',
  'connecting',
  'pending',
  'disconnected',
  'error',
])

export const Capabilities = z.object({
  provider: z.enum(['official_cloud_api', 'freemium']),
  message_types: z.array(z.string()),
  actions: z.array(z.string()),
})
export type Capabilities = z.infer<typeof Capabilities>

/** What each kind of connection can do: the authoritative statement. */
export const CAPABILITIES: Readonly<Record<ConnectionType, Capabilities>> = {
  official: {
    provider: 'official_cloud_api',
    message_types: [
      'text',
      'template',
      'image',
      'video',
      'audio',
      'document',
      'sticker',
      'location',
      'contacts',
      'interactive',
      'reaction',
    ],
    actions: ['send', 'mark_read', 'media_upload', 'media_get', 'media_download', 'media_delete'],
  },
  freemium: { provider: 'freemium', message_types: ['text'], actions: ['send'] },
}

/** What can be asked of a connection. */
export type Action =
  | 'send'
  | 'mark_read'
  | 'media_upload'
  | 'media_get'
  | 'media_download'
  | 'media_delete'

/** Whether a kind of connection can do this, as its capabilities state. */
export function canDo(type: ConnectionType, action: Action): boolean {
  return CAPABILITIES[type].actions.includes(action)
}

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
