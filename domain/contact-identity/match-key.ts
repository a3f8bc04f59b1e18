import { phoneMatchKey } from '../phone-number.ts'
import type { IdentityKind } from './events.ts'

/**
 * What equal identities share. Phones: the long form's digits; usernames: without `@`, in lower case; all
 * else counts as written. Empty when the value cannot name anybody.
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
