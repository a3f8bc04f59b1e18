export type NatsServers = {
  readonly servers: string[]
  /** The login; absent where the servers need none. */
  readonly user?: string
  readonly pass?: string
}

/**
 * Reads `nats://user:password@one:4222,two:4222`. The login is that of the first address with one: all servers of a
 * cluster share users, and the client itself ignores a login in an address.
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

/** Whether `natsServers` can read it. Its error is not shown, because it would repeat the password. */
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
