export type Cluster = {
  /** Such as `10.0.0.1:2113`. */
  readonly hosts: readonly string[]
  urlOf(host: string): string
}

/** Null when the string names one node without discovery: that node is used as it is. */
export function clusterOf(url: string): Cluster | null {
  const parts = /^(?:esdb|kurrentdb)(\+discover)?:\/\/([^@?]*@)?([^/?]+)(.*)$/.exec(url)
  if (!parts) return null
  const [, discover, login = '', named = '', rest = ''] = parts
  const hosts = named.split(',')
  if (hosts.length === 1 && discover === undefined) return null
  return { hosts, urlOf: (host) => `esdb://${login}${host}${rest}` }
}
