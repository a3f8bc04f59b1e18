import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/** For whom connections and requests count. */
export type ClientAddresses = {
  /** Of a socket's peer; null for a proxy, which stands for many. */
  ofPeer(address: string | undefined): string | null
  /** Of the client that a proxy names in X-Forwarded-For: the last one there that is no proxy itself. */
  ofForwarded(request: Pick<IncomingMessage, 'headers'>): string | null
}

/** @param trustedProxies subnets in CIDR notation */
export function clientAddresses(trustedProxies: readonly string[]): ClientAddresses {
  const ranges = trustedProxies.map((subnet) => ipaddr.parseCIDR(subnet))
  const ofPeer = (text = '') => {
    if (!ipaddr.isValid(text)) return text
    const address = ipaddr.process(text)
    const trusted = ranges.some(
      ([range, bits]) => range.kind() === address.kind() && address.match(range, bits),
    )
    return trusted ? null : keyOf(address)
  }
  return {
    ofPeer,
    ofForwarded({ headers }) {
      const named = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
      return named.map((text) => ofPeer(text.trim())).findLast((key) => Boolean(key)) ?? null
    },
  }
}

/** A host of IPv6 has all of its /64. */
function keyOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (!('parts' in address)) return address.toString()
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
