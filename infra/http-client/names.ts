import { type LookupAddress, type LookupOptions, promises } from 'node:dns'
import { networkInterfaces } from 'node:os'

/** Finds the addresses of a name. */
export type Names = (hostname: string, options: LookupOptions) => Promise<readonly LookupAddress[]>

/** A dial ends after 5 s: a server that says nothing is asked twice before. */
const ASKED = { timeout: 1_500, tries: 2 }

/** As the system finds them: also names in the file of hosts, and those of an own network. */
export const systemNames: Names = (hostname, options) =>
  promises.lookup(hostname, { ...options, all: true })

/**
 * Asks the name servers themselves. The system's resolver keeps a thread for each name that it waits for, and has two for
 * a whole process: names whose servers keep silent would hold up every other webhook.
 * @param servers instead of those of the system, such as `127.0.0.1:5353`
 */
export function publicNames(servers?: readonly string[]): Names {
  const resolver = new promises.Resolver(ASKED)
  if (servers !== undefined) resolver.setServers(servers)
  return async (hostname) => {
    const asked = [resolver.resolve6(hostname), resolver.resolve4(hostname)] as const
    const [v6, v4] = await Promise.allSettled(asked)
    if (v6.status === 'rejected' && v4.status === 'rejected') throw v4.reason
    return dialled([...addresses(v6, 6), ...addresses(v4, 4)])
  }
}

function addresses(found: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : []
}

/**
 * Those of families that the machine has. Node gives each address but the last a quarter of a second: an address that
 * cannot be reached from here, behind one that is far away, would take its place.
 */
function dialled(found: readonly LookupAddress[]): readonly LookupAddress[] {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  const isOutside = (one: (typeof own)[number]) => !one.internal && !one.address.startsWith('fe80:')
  const families = new Set(own.filter(isOutside).map(({ family }) => (family === 'IPv6' ? 6 : 4)))
  const usable = found.filter(({ family }) => families.has(family === 6 ? 6 : 4))
  return usable.length > 0 ? usable : found
}
