import { z } from 'zod'
import { type NewNumber, pathName, phoneNumber, secret } from '../registration.ts'

export const wahaRegistration = z
  .object({
    type: z.literal('freemium').describe('A number of a WAHA gateway.'),
    session: pathName('conn_1').describe('The name of its session at the gateway.'),
    phone_number: phoneNumber
      .optional()
      .describe('The number, if it is known before the gateway reports it.'),
    gateway_id: z
      .uuid()
      .nullable()
      .optional()
      .describe(
        'The gateway that is to have the session; null: the one of `WAHA_URL`. By default the least filled one. Only the operator chooses.',
      ),
    hmac_key: secret.optional().describe("Signs this session's hooks, if it has a key of its own."),
  })
  .transform(
    ({ type, session, phone_number = null, gateway_id, hmac_key }): NewNumber => ({
      type,
      named_by: 'session',
      name: session,
      status: 'pending',
      phone_number,
      phone_number_id: null,
      waba_id: null,
      session,
      gateway_id,
      credentials: hmac_key === undefined ? {} : { hmac_key },
    }),
  )
