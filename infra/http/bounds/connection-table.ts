import {
  type AddressConnections,
  firstOf,
  lengthOf,
  moveToBack,
  noConnections,
  remove,
  strangersIn,
} from './address-connections.ts'
import type { Bounds } from './bounds.ts'
import type { OpenConnection } from './open-connection.ts'
import { ranking } from './ranking.ts'

export type ConnectionTable = {
  readonly all: ReadonlySet<OpenConnection>
  /** Adds a connection. Over a bound, destroys another one; if all others wait for our answer, the new one. */
  admit(connection: OpenConnection): void
  /** Counts a proxy's connection for this client until its request is answered. */
  assignClient(connection: OpenConnection, address: string | null): void
  /** Marks a connection whose client is known by a key, a signature or a session. */
  trust(connection: OpenConnection): void
  answered(connection: OpenConnection): void
  leave(connection: OpenConnection): void
}

/**
 * The connections of a listener. When there are too many, the table closes one of an unknown client, of the address that
 * has most of these, so that neither one address nor several keep others out. Only when there is none does it close one
 * of a known client, chosen in the same way.
 */
export function connectionTable(
  bounds: Pick<Bounds, 'connections' | 'connectionsPerAddress'>,
): ConnectionTable {
  const all = new Set<OpenConnection>()
  const addresses = new Map<string | null, AddressConnections>()
  const strangers = ranking<AddressConnections>()
  const knowns = ranking<AddressConnections>()
  const rank = (ofAddress: AddressConnections): void => {
    strangers.set(ofAddress, strangersIn(ofAddress))
    knowns.set(ofAddress, ofAddress.known.size)
  }
  const takeOut = (connection: OpenConnection): void => {
    const ofAddress = addresses.get(connection.address)
    if (ofAddress === undefined) return
    remove(ofAddress, connection)
    rank(ofAddress)
    if (lengthOf(ofAddress) === 0) addresses.delete(connection.address)
  }
  const putIn = (connection: OpenConnection): void => {
    const ofAddress = addresses.get(connection.address) ?? noConnections()
    addresses.set(connection.address, ofAddress)
    moveToBack(ofAddress, connection)
    rank(ofAddress)
  }
  const change = (
    connection: OpenConnection,
    now: Partial<Pick<OpenConnection, 'address' | 'standing'>>,
  ): void => {
    if (!all.has(connection)) return
    takeOut(connection)
    putIn(Object.assign(connection, now))
  }
  const leave = (connection: OpenConnection): void => {
    if (all.delete(connection)) takeOut(connection)
  }
  const close = (connection: OpenConnection): void => {
    leave(connection)
    connection.socket.destroy()
  }
  const keepToShare = (newcomer: OpenConnection): void => {
    const ofAddress = addresses.get(newcomer.address)
    if (newcomer.address === null || ofAddress === undefined) return
    if (lengthOf(ofAddress) <= bounds.connectionsPerAddress) return
    close(firstOf(ofAddress, ['spent', 'fresh', 'known'], newcomer) ?? newcomer)
  }
  const leastKnown = (newcomer: OpenConnection): OpenConnection | undefined => {
    for (const ofAddress of strangers.largestFirst()) {
      const found = firstOf(ofAddress, ['spent', 'fresh'], newcomer)
      if (found) return found
    }
    for (const ofAddress of knowns.largestFirst()) {
      const found = firstOf(ofAddress, ['known'], newcomer)
      if (found) return found
    }
    return firstOf(addresses.get(null) ?? noConnections(), ['proxy'], newcomer)
  }
  return {
    all,
    admit(connection) {
      all.add(connection)
      putIn(connection)
      keepToShare(connection)
      if (all.size > bounds.connections) close(leastKnown(connection) ?? connection)
    },
    assignClient(connection, address) {
      change(connection, { address, standing: 'fresh' })
      keepToShare(connection)
    },
    trust: (connection) => change(connection, { standing: 'known' }),
    answered(connection) {
      if (connection.isProxy) change(connection, { address: null, standing: 'proxy' })
      else change(connection, { standing: connection.standing === 'known' ? 'known' : 'spent' })
    },
    leave,
  }
}
