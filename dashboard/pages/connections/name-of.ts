import type { Connection } from '@recado/contract/connection'
import { text } from '../../text/choose.ts'
import { phoneText } from '../../text/phone.ts'

/** The name of a number in lists; unpaired numbers are distinguished by the beginning of their id. */
export function nameOf({ id, phone_number }: Pick<Connection, 'id' | 'phone_number'>): string {
  return phone_number === null
    ? `${text().numbers.unpaired} (${id.slice(0, 8)})`
    : phoneText(phone_number)
}
