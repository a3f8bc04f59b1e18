import { numberIn, phoneMatchKey } from '@recado/domain/phone-number'
import { isUuid } from '@recado/infra/is-uuid'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { Registry } from './registry.ts'

/** The connections of a registry. */
export type Connections = Pick<Registry, 'connection' | 'connectionsOf'>

/**
 * The account's connections that a client means: a connection's uuid, or its number in any formatting, with or
 * without the Brazilian ninth digit. Several fit when a number is registered more than once.
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
