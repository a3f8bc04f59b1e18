import ipaddr from 'ipaddr.js'

/** Whether we may connect to an address, such as `203.0.113.9` or `2001:db8::1`. */
export type AddressPolicy = (address: string) => boolean

/** Ranges that no public server has, although `ipaddr.js` calls some of them unicast. */
const NEVER_PUBLIC = [
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fec0::/10',
].map((cidr) => ipaddr.parseCIDR(cidr))

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
    return address.range() === 'unicast' && !isInside(address, NEVER_PUBLIC)
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
