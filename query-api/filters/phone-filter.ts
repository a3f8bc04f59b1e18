import { Phone } from '@recado/contract/kinds'
import { phoneMatchKey } from '@recado/infra/phone-match'

/** The query parameter for a person's phone, transformed to its match key. */
export const PhoneFilter = Phone.transform(phoneMatchKey)
  .optional()
  .describe('Digits with country code; formatting and the Brazilian ninth digit are tolerated.')
