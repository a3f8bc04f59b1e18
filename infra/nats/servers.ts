/** Where NATS is, as its client takes it. */
export type NatsServers = {
  readonly servers: string[]
  /** Who we are there; absent where everybody may do everything. */
  readonly user?: string
  readonly pass?: string
}

/**
 * Reads `nats://user:password@one:4222,two:4222`: the user stands in the first address that names one, since all servers
 * of a cluster know the same ones. The client itself overlooks it there.
 * @throws when an address cannot be read
 */
export function natsServers(addresses: string): NatsServers {
  const urls = addresses.split(',').map((part) => new URL(withScheme(part.trim())))
  const servers = urls.map(({ protocol, host }) => `${protocol}//${host}`)
  const known = urls.find(({ username }) => username !== '')
  if (known === undefined) return { servers }
  const { username, password } = known
  return { servers, user: decodeURIComponent(username), pass: decodeURIComponent(password) }
}

/** Whether `natsServers` can read it. What is no address is told nowhere else, since the error would repeat its password. */
export function isNatsAddress(addresses: string): boolean {
  try {
    return natsServers(addresses).servers.length > 0
  } catch {
    return false
  }
}

function withScheme(address: string): string {
  return address.includes('://') ? address : `nats://${address}`
}
