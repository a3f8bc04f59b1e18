import { z } from 'zod'
import { ConnectionId } from './ids.ts'

const CanSend = z
  .string()
  .nullable()
  .describe('AVAILABLE, LIMITED or BLOCKED; of several entities the worst.')

export const ConnectionHealth = z
  .object({
    connection_id: ConnectionId,
    display_phone_number: z.string().nullable().describe('The number as people see it.'),
    verified_name: z
      .string()
      .nullable()
      .describe('The name of the business that the provider has approved.'),
    quality_rating: z.string().nullable().describe('GREEN, YELLOW, RED, NA or UNKNOWN.'),
    platform_type: z.string().nullable().describe('CLOUD_API, ON_PREMISE or NOT_APPLICABLE.'),
    code_verification_status: z
      .string()
      .nullable()
      .describe('VERIFIED, NOT_VERIFIED, UNVERIFIED or EXPIRED.'),
    messaging_limit_tier: z
      .string()
      .nullable()
      .describe('Business-initiated conversations a day, such as TIER_2K, of the whole portfolio.'),
    throughput: z
      .object({ level: z.string().nullable().describe('STANDARD, HIGH or NOT_APPLICABLE.') })
      .describe('The class of messages per second that the provider accepts.'),
    health_status: z
      .object({
        can_send_message: CanSend,
        entities: z
          .array(z.record(z.string(), z.unknown()))
          .describe('Number, business account, business and app, as the provider reports them.'),
      })
      .describe('Whether the number can send, and what prevents it.'),
  })
  .meta({
    id: 'ConnectionHealth',
    description:
      'The health of an official number, read from the provider at request time. The provider may add values; a value that it does not report is null.',
  })
export type ConnectionHealth = z.infer<typeof ConnectionHealth>
