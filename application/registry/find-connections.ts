import { isLikeOwnNumber, numberIn } from '@recado/domain/phone-number'
import { isUuid } from '@recado/infra/is-uuid'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { Registry } from './registry.ts'

export type Connections = Pick<Registry, 'connection' | 'connectionsOf'>

/**
 * The account's connections that a text means: the one with this uuid, or those with this number in any formatting. A
 * number whose digits are exactly those of a connection in use means no other one; only without such a connection the
 * Brazilian ninth digit may be missing or added.
 * @returns null when the text is neither a uuid nor a number
 */
export function findConnections(
  registry: Connections,
  accountId: string,
  text: string,
): readonly ConnectionEntry[] | null {
  const fitting = fittingConnections(registry, accountId, text)
  const exact = fitting?.filter(({ phone_number_digits: own }) => own === numberIn(text)) ?? []
  return exact.some(({ released }) => !released) ? exact : fitting
}

/** All connections that a text may ever have meant, released ones included. */
export function fittingConnections(
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
  return registry
    .connectionsOf(accountId)
    .filter(({ phone_number_digits: own }) => own !== null && isLikeOwnNumber(own, number))
}
