import { z } from 'zod'
import { type NewNumber, pathName, phoneNumber, secret } from '../registration.ts'

export const graphRegistration = z
  .object({
    type: z.literal('official').describe('A number of the Cloud API.'),
    phone_number: phoneNumber.describe('The number, with country code.'),
    phone_number_id: pathName('106540352242922').describe("Meta's id of the number."),
    waba_id: pathName('102290129340398').describe(
      "Meta's id of the WhatsApp Business account that it belongs to.",
    ),
    token: secret.describe('The access token of the app, which sends with it.'),
    app_secret: secret.describe('The secret of the app, which signs its hooks.'),
  })
  .transform(
    ({ token, app_secret, ...number }): NewNumber => ({
      ...number,
      named_by: 'phone_number_id',
      name: number.phone_number_id,
      status: 'connected',
      session: null,
      credentials: { token, app_secret },
    }),
  )
