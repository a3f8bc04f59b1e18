/** The nodes a connection string names, and how to reach one of them alone. */
export type Cluster = {
  /** Such as `10.0.0.1:2113`. */
  readonly hosts: readonly string[]
  /** The connection string with this host only. */
  urlOf(host: string): string
}

/** Null when the string names one node to be used as it is; without gossip there is nothing to discover. */
export function clusterOf(url: string): Cluster | null {
  const parts = /^(?:esdb|kurrentdb)(\+discover)?:\/\/([^@?]*@)?([^/?]+)(.*)$/.exec(url)
  if (!parts) return null
  const [, discover, login = '', named = '', rest = ''] = parts
  const hosts = named.split(',')
  if (hosts.length === 1 && discover === undefined) return null
  return { hosts, urlOf: (host) => `esdb://${login}${host}${rest}` }
}
