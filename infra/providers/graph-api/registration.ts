import { z } from 'zod'
import { type NewNumber, pathName, phoneNumber, secret } from '../registration.ts'

export const graphRegistration = z
  .object({
    type: z.literal('official'),
    phone_number: phoneNumber,
    phone_number_id: pathName('106540352242922'),
    waba_id: pathName('102290129340398'),
    token: secret,
    app_secret: secret,
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
