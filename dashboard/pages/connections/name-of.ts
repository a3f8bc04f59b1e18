import type { ListedConnection } from '@recado/contract/connection'
import { text } from '../../text/choose.ts'
import { phoneText } from '../../text/phone.ts'

type Named = Pick<ListedConnection, 'id' | 'name' | 'phone_number'>

/** The given name of a number with its phone; an unpaired number without a name has the beginning of its id. */
export function nameOf({ id, name, phone_number: phone }: Named): string {
  if (phone === null) return `${name ?? id.slice(0, 8)} (${text().numbers.unpaired})`
  return name === null ? phoneText(phone) : `${name} · ${phoneText(phone)}`
}
