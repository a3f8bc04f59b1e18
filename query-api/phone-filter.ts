import { Phone } from '@recado/contract/kinds'
import { phoneMatchKey } from '@recado/infra/phone-match'

/** The query parameter that names a person by phone. Only digits are considered; the match key goes on. */
export const PhoneFilter = Phone.transform(phoneMatchKey)
  .optional()
  .describe('Digits with country code; formatting and the Brazilian ninth digit are tolerated.')
