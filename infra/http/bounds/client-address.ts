import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

export type ClientAddresses = {
  /** The key of a socket's peer; null for a trusted proxy, which stands for many clients. */
  ofPeer(address: string | undefined): string | null
  /** The key of the client in X-Forwarded-For: its last address that is not a trusted proxy. */
  ofForwarded(request: Pick<IncomingMessage, 'headers'>): string | null
}

/** The key of the client of a request, also behind a trusted proxy; null when a proxy names none. */
export function clientAddress(
  trustedProxies: readonly string[],
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string | null {
  const addresses = clientAddresses(trustedProxies)
  return (request) =>
    addresses.ofPeer(request.socket.remoteAddress) ?? addresses.ofForwarded(request)
}

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
      return (
        named.map((text) => ofPeer(withoutPort(text.trim()))).findLast((key) => Boolean(key)) ??
        null
      )
    },
  }
}

/** Some proxies add the client's port, which differs with each connection: `1.2.3.4:5678`, `[::1]:80`. */
function withoutPort(text: string): string {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/.exec(text) ?? []
  return inBrackets ?? beforePort ?? text
}

/** An IPv6 host may use its whole /64, so that counts as one address. */
function keyOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (!('parts' in address)) return address.toString()
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
