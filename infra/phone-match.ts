import { phoneMatchKey as matchKey } from '@recado/domain/phone-number'

// query-api must not import the domain; this rule is all that it needs.
export const phoneMatchKey = matchKey
