import { phoneDigits } from '@recado/domain/phone-number'
import { z } from 'zod'
import { ConnectionStatus } from '../connection.ts'
import { Phone } from '../kinds.ts'

/** Why there is no code to scan. */
const WithoutCode = z.enum([
  'paired',
  'starting',
  'stopped',
  'failed',
  'passkey',
  'no_session',
  'unreachable',
  'no_answer',
  'refused',
  'unreadable',
  'busy',
])
export type WithoutCode = z.infer<typeof WithoutCode>

export const Pairing = z
  .object({
    status: ConnectionStatus.describe('As the log has it.'),
    session_status: z
      .string()
      .nullable()
      .describe("The gateway's own status of the session; null when the gateway does not answer."),
    qr: z.string().nullable().describe('The text of the code to scan; null without one.'),
    reason: WithoutCode.nullable().describe('Why there is no code; null with one.'),
    phone_number_digits: z.string().nullable().describe('The number that is linked; null before.'),
  })
  .meta({
    id: 'Pairing',
    description: "The state of a number's pairing, read from its gateway and never stored.",
  })
export type Pairing = z.infer<typeof Pairing>

/** Body of POST /connections/{id}/pairing. */
export const PairingRequest = z
  .object({
    action: z
      .enum(['start', 'restart', 'log_out'])
      .describe('start begins a pairing, restart begins it anew, log_out unlinks the phone.'),
  })
  .describe('What the gateway was asked to do.')

/** Body of POST /connections/{id}/pairing/code. */
export const PairingCodeRequest = z.object({
  phone: Phone.refine((text) => /^\d{8,15}$/.test(phoneDigits(text)), {
    error: 'must have 8 to 15 digits',
  }).describe('Whose WhatsApp is linked, with country code.'),
})

export const PairingCode = z
  .object({ code: z.string().describe('What to type in, under the linked devices of WhatsApp.') })
  .describe('A code to type in on the phone.')
export type PairingCode = z.infer<typeof PairingCode>
