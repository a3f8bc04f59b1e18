import { numberIn, phoneMatchKey } from '@recado/domain/phone-number'
import { isUuid } from '@recado/infra/is-uuid'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { Registry } from './registry.ts'

export type Connections = Pick<Registry, 'connection' | 'connectionsOf'>

/**
 * The account's connections with this uuid, or with this number in any formatting, with or without the Brazilian
 * ninth digit.
 * @returns null when the text is neither a uuid nor has any digits
 */
export function findConnections(
  registry: Connections,
  accountId: string,
  text: string,
): readonly ConnectionEntry[] | null {
  if (isUuid(text)) {
    const connection = registry.connection(text.toLowerCase())
    return connection?.account_id === accountId ? [connection] : []
  }
  const number = numberIn(text)
  if (number === null) return null
  const key = phoneMatchKey(number)
  return registry
    .connectionsOf(accountId)
    .filter(({ phone_number_digits: digits }) => digits !== null && phoneMatchKey(digits) === key)
}
