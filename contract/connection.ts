import { z } from 'zod'
import { CONNECTION_TYPES } from './connection-kinds.ts'
import { ConnectionId } from './ids.ts'

/** The values of `capabilities.provider` of a connection. */
export const PROVIDER_NAMES = ['official_cloud_api', 'freemium'] as const

/** A type of connection. A new provider may bring one that is not published yet. */
export const ConnectionType = z
  .string()
  .meta({ enum: [...CONNECTION_TYPES] })
  .describe('official: a number of the Cloud API. freemium: a number of a gateway (Basic plan).')

export const ConnectionStatus = z
  .enum(['connected', 'connecting', 'pending', 'disconnected', 'error'])
  .describe(
    'connected: it sends and receives. pending: the provider has not confirmed it yet. connecting: a phone is being ' +
      'linked. disconnected: it was unlinked or released. error: the provider refuses it.',
  )

const Capabilities = z
  .object({
    provider: z
      .string()
      .meta({ enum: [...PROVIDER_NAMES] })
      .describe('Which provider serves the number.'),
    message_types: z.array(z.string()).describe('The values of `type` that POST /messages takes.'),
    actions: z
      .array(z.string())
      .describe('Of send, mark_read, media_upload, media_get, media_download and media_delete.'),
  })
  .describe('What the connection can do. This list decides.')

export const Connection = z
  .object({
    id: ConnectionId,
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
  .meta({
    id: 'Connection',
    description:
      'A WhatsApp number of the account. Tokens, QR codes and credentials are never part of it.',
  })
export type Connection = z.infer<typeof Connection>

export const ConnectionHistory = z
  .object({
    phase: z
      .number()
      .int()
      .nullable()
      .describe(
        '0: the last day before the number was connected, 1: up to day 90, 2: up to day 180.',
      ),
    progress: z.number().int().nullable().describe('Percent of the whole transfer.'),
    messages: z
      .number()
      .int()
      .describe(
        'Messages of the history that are shown; those that were also reported live count as live.',
      ),
    completed_at: z.iso.datetime().nullable().describe('Since when the transfer is complete.'),
    declined_at: z.iso
      .datetime()
      .nullable()
      .describe('Since when it is known that the business does not share its history.'),
  })
  .meta({
    id: 'ConnectionHistory',
    description: "How far the history of a number's Business app is transferred.",
  })
export type ConnectionHistory = z.infer<typeof ConnectionHistory>

export const ListedConnection = Connection.extend({
  name: z
    .string()
    .nullable()
    .describe(
      'Extension. The name of a freemium number, given when it was added; null for an official number.',
    ),
  history: ConnectionHistory.nullable().describe(
    'Extension. The transfer of the history of a number that is shared with the Business app; null without one.',
  ),
}).meta({ id: 'ListedConnection', description: 'A WhatsApp number of the account, and its name.' })
export type ListedConnection = z.infer<typeof ListedConnection>
