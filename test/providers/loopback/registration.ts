import { type NewNumber, pathName, phoneNumber, secret } from '@recado/infra/providers/registration'
import { z } from 'zod'

/** A number of the network; it is connected once the network reports it as up. */
export const loopRegistration = z
  .object({
    type: z.literal('loopback'),
    number: pathName('loop_1'),
    phone_number: phoneNumber,
    key: secret,
  })
  .transform(
    ({ type, number, phone_number, key }): NewNumber => ({
      ...{ type, phone_number, named_by: 'number', name: number, status: 'pending' },
      ...{ phone_number_id: null, waba_id: null, session: number },
      credentials: { loop_key: key },
    }),
  )
