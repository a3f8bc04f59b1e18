import { type OpenConnection, type Standing, waitsForUs } from './open-connection.ts'

/** The connections of one address by standing, each in the order of their latest answer or of their opening. */
export type AddressConnections = Readonly<Record<Standing, Set<OpenConnection>>>

export function noConnections(): AddressConnections {
  return { spent: new Set(), fresh: new Set(), known: new Set(), proxy: new Set() }
}

export function lengthOf({ spent, fresh, known, proxy }: AddressConnections): number {
  return spent.size + fresh.size + known.size + proxy.size
}

/** How many connections have shown no key, signature or session. */
export function strangersIn({ spent, fresh }: AddressConnections): number {
  return spent.size + fresh.size
}

export function moveToBack(ofAddress: AddressConnections, connection: OpenConnection): void {
  remove(ofAddress, connection)
  ofAddress[connection.standing].add(connection)
}

export function remove(ofAddress: AddressConnections, connection: OpenConnection): void {
  for (const group of Object.values(ofAddress)) group.delete(connection)
}

/** The first connection of these standings that does not wait for our answer; undefined when all do. */
export function firstOf(
  ofAddress: AddressConnections,
  standings: readonly Standing[],
  spared: OpenConnection,
): OpenConnection | undefined {
  for (const standing of standings)
    for (const connection of ofAddress[standing])
      if (connection !== spared && !waitsForUs(connection)) return connection
  return undefined
}
