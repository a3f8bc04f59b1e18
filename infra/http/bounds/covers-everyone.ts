import ipaddr from 'ipaddr.js'

/** Whether subnets together hold every IPv4 or every IPv6 address, so that no client has an address of its own. */
export function coversEveryone(subnets: readonly string[]): boolean {
  const ranges = subnets.map((subnet) => rangeOf(subnet))
  return [32, 128].some((bits) => {
    const own = ranges.filter((range) => range.bits === bits)
    own.sort((a, b) => (a.from < b.from ? -1 : 1))
    const end = own.reduce((known, { from, to }) => (from <= known && to > known ? to : known), 0n)
    return end === 1n << BigInt(bits)
  })
}

/** The addresses of a subnet as numbers, the end excluded. */
function rangeOf(subnet: string) {
  const [address, length] = ipaddr.parseCIDR(subnet)
  const bytes = address.toByteArray()
  const bits = bytes.length * 8
  const size = 1n << BigInt(bits - length)
  const number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  const from = number - (number % size)
  return { bits, from, to: from + size }
}
