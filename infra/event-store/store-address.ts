/** An address: its login, its hosts, and its options. */
const FORM = /^(?:esdb|kurrentdb)(?:\+discover)?:\/\/(?:[^@?]*@)?[^@/?]+\/*(?:\?([^@]*))?$/

/** The options that the client knows, as it compares them. */
const OPTIONS: ReadonlySet<string> = new Set([
  ...['connectionname', 'defaultdeadline', 'discoveryinterval', 'dnsdiscover', 'gossiptimeout'],
  ...['keepaliveinterval', 'keepalivetimeout', 'maxdiscoverattempts', 'nodepreference'],
  ...['throwonappendfailure', 'tls', 'tlscafile', 'tlsverifycert', 'usercertfile', 'userkeyfile'],
])

/**
 * What is wrong with the address of an event store, null when nothing is. It repeats only names of options: the client
 * (6.2.1) would print the whole address, and with it the login.
 */
export function addressFault(address: string): string | null {
  const parts = FORM.exec(address.trim())
  if (parts === null)
    return 'must look like esdb://user:password@host:2113?tls=true, other signs than letters and digits of a login written as %2F'
  for (const option of parts[1]?.split('&') ?? []) {
    const [name = '', value = ''] = option.split('=')
    const known = name.toLowerCase().replace(/[_-]/g, '')
    if (!OPTIONS.has(known)) return `has an option that its client does not know: ${name}`
    if (value === '') return `has no value for its option ${name}`
    if (known === 'tlsverifycert' && value === 'false')
      return `has ${name}=false, which its client does not follow: name the authority in tlsCAFile`
  }
  return null
}

/**
 * An address as the client reads it, which knows KurrentDB by its older name alone.
 * @throws when it cannot be read
 */
export function clientAddress(address: string): string {
  const fault = addressFault(address)
  if (fault !== null) throw new Error(`the address of the event store ${fault}`)
  return address.trim().replace(/^kurrentdb/, 'esdb')
}
