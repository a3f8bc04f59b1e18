import { phoneMatchKey } from '../phone-number.ts'
import type { IdentityKind } from './events.ts'

/**
 * The key that equal identities share: the digits of a phone's long form, a username in lower case without `@`, any
 * other value as written. Empty when the value cannot identify anybody.
 */
export function matchKey(kind: IdentityKind, value: string): string {
  switch (kind) {
    case 'phone':
    case 'wa_id':
      return phoneMatchKey(value)
    case 'username':
      return value.trim().replace(/^@/, '').toLowerCase()
    case 'business_scoped_user_id':
    case 'parent_business_scoped_user_id':
    case 'lid':
      return value.trim()
  }
}
