import { z } from 'zod'
import { Uuid } from './ids.ts'

const CanSend = z
  .string()
  .nullable()
  .describe('AVAILABLE, LIMITED or BLOCKED; of several entities the worst.')

/** The health of an official number, asked of the provider at request time. The provider may add values. */
export const ConnectionHealth = z
  .object({
    connection_id: Uuid,
    display_phone_number: z.string().nullable(),
    verified_name: z.string().nullable(),
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
    throughput: z.object({ level: z.string().nullable() }),
    health_status: z.object({
      can_send_message: CanSend,
      entities: z
        .array(z.record(z.string(), z.unknown()))
        .describe('Number, business account, business and app, as the provider tells them.'),
    }),
  })
  .meta({ id: 'ConnectionHealth' })
export type ConnectionHealth = z.infer<typeof ConnectionHealth>
