import { phoneDigits, phoneMatchKey } from '@recado/infra/phone-match'
import { z } from 'zod'

/** The query parameter that names a person by phone. Only digits are considered; the match key goes on. */
export const PhoneFilter = z
  .string()
  .refine((phone) => phoneDigits(phone) !== '', 'must have digits: country code and number')
  .transform(phoneMatchKey)
  .optional()
  .describe('Digits with country code; formatting and the Brazilian ninth digit are tolerated.')
