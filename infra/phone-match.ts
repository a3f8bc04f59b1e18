import { phoneMatchKey as matchKey } from '@recado/domain/phone-number'

// query-api does not see the domain; which numbers are one line is the only rule it needs.

/** What equal lines share: the long form where there is one, else the digits. */
export const phoneMatchKey = matchKey
