import { z } from 'zod'
import { Timestamp, Uuid } from './ids.ts'

/** Where a gateway answers. Its key has a field of its own, since addresses are shown. */
export const GatewayAddress = z
  .string()
  .max(2_048)
  .refine(isPlainAddress, 'must be an address such as https://waha-2.internal:3000')
  .transform((text) => text.replace(/\/+$/, ''))
  .describe('Where it answers.')

export const MaxSessions = z
  .int()
  .min(0)
  .max(100_000)
  .describe('How many sessions it takes; 0: no new ones.')

export const GatewayId = Uuid.nullable().describe(
  'The gateway; null for the one of `WAHA_URL`, which settings change.',
)

export const OperatorGateway = z
  .object({
    id: GatewayId,
    address: z.string().describe('Where it answers.'),
    max_sessions: MaxSessions,
    sessions: z
      .int()
      .describe('How many it has now, those included that moved numbers have left behind.'),
    former_sessions: z
      .int()
      .describe('Of these, the ones that moved numbers have left behind; they are being ended.'),
    answers: z.boolean().describe('Whether it answered when it was asked last.'),
    silent_since: Timestamp.nullable().describe('Since when it does not answer.'),
    reason: z
      .string()
      .nullable()
      .describe('Why not: `unreachable`, `no_answer`, or `failing` (it answers 5xx).'),
  })
  .describe('A gateway that has sessions of freemium numbers.')
export type OperatorGateway = z.infer<typeof OperatorGateway>

function isPlainAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s?#@]+$/.test(text)) return false
  return URL.canParse(text)
}
