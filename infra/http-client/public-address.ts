import ipaddr from 'ipaddr.js'

/** Whether we may connect to an address, such as `203.0.113.9` or `2001:db8::1`. */
export type AddressPolicy = (address: string) => boolean

/** The only range from which IANA assigns public IPv6 addresses; `ipaddr.js` also calls unassigned ones unicast. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Allows public unicast addresses and the operator's subnets. An IPv4 address inside an IPv6 one is judged as IPv4,
 * so that a private one cannot hide there.
 * @throws when a subnet cannot be read
 */
export function addressPolicy(allowedSubnets: readonly string[]): AddressPolicy {
  const allowed = allowedSubnets.map((cidr) => ipaddr.parseCIDR(cidr))
  return (text) => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text)
    if (isInside(address, allowed)) return true
    return (
      address.range() === 'unicast' &&
      (address.kind() === 'ipv4' || isInside(address, [PUBLIC_IPV6]))
    )
  }
}

function isInside(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  subnets: readonly [ipaddr.IPv4 | ipaddr.IPv6, number][],
): boolean {
  return subnets.some(
    ([network, bits]) =>
      network.kind() === address.kind() && address.match(network as ipaddr.IPv4, bits),
  )
}
