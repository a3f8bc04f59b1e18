import { type LookupAddress, type LookupOptions, promises } from 'node:dns'
import { networkInterfaces } from 'node:os'

export type ResolveName = (
  hostname: string,
  options: LookupOptions,
) => Promise<readonly LookupAddress[]>

/** Two attempts at a silent name server fit into the 5 s that a connection may take. */
const RESOLVER_OPTIONS = { timeout: 1_500, tries: 2 }

/** The system's resolver, which also knows the hosts file and private names. */
export const systemNames: ResolveName = (hostname, options) =>
  promises.lookup(hostname, { ...options, all: true })

/**
 * Asks name servers directly. The system's resolver blocks one of a process's two threads per lookup, so names with
 * silent servers would delay every other webhook.
 * @param servers instead of the system's, such as `127.0.0.1:5353`
 */
export function publicNames(servers?: readonly string[]): ResolveName {
  const resolver = new promises.Resolver(RESOLVER_OPTIONS)
  if (servers !== undefined) resolver.setServers(servers)
  return async (hostname) => {
    const asked = [resolver.resolve6(hostname), resolver.resolve4(hostname)] as const
    const [v6, v4] = await Promise.allSettled(asked)
    if (v6.status === 'rejected' && v4.status === 'rejected') throw v4.reason
    return usableAddresses([...addresses(v6, 6), ...addresses(v4, 4)])
  }
}

function addresses(found: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : []
}

// Keeps only address families that this machine has. Node gives each address but the last 250 ms, so an unreachable
// one behind a distant one would be dialled in its place.
function usableAddresses(found: readonly LookupAddress[]): readonly LookupAddress[] {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  const isOutside = (one: (typeof own)[number]) => !one.internal && !one.address.startsWith('fe80:')
  const families = new Set(own.filter(isOutside).map(({ family }) => (family === 'IPv6' ? 6 : 4)))
  const usable = found.filter(({ family }) => families.has(family === 6 ? 6 : 4))
  return usable.length > 0 ? usable : found
}
