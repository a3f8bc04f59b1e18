const FORM = /^(?:esdb|kurrentdb)(?:\+discover)?:\/\/(?:[^@?]*@)?[^@/?]+\/*(?:\?([^@]*))?$/

/** The options that the client knows, in the form in which it compares them. */
const OPTIONS: ReadonlySet<string> = new Set([
  ...['connectionname', 'defaultdeadline', 'discoveryinterval', 'dnsdiscover', 'gossiptimeout'],
  ...['keepaliveinterval', 'keepalivetimeout', 'maxdiscoverattempts', 'nodepreference'],
  ...['throwonappendfailure', 'tls', 'tlscafile', 'tlsverifycert', 'usercertfile', 'userkeyfile'],
])

/** What is wrong with an address, or null. Names only options: the client (6.2.1) would print the login as well. */
export function addressFault(address: string): string | null {
  const parts = FORM.exec(address.trim())
  if (parts === null)
    return 'must look like esdb://user:password@host:2113?tls=true, with special characters of the login percent-encoded, such as %2F'
  for (const option of parts[1]?.split('&') ?? []) {
    const [name = '', value = ''] = option.split('=')
    const known = name.toLowerCase().replace(/[_-]/g, '')
    if (!OPTIONS.has(known)) return `has an option that the client does not know: ${name}`
    if (value === '') return `has no value for its option ${name}`
    if (known === 'tlsverifycert' && value === 'false')
      return `has ${name}=false, which the client ignores: name the authority in tlsCAFile`
  }
  return null
}

/** The address for the client, which knows KurrentDB only by its older scheme. @throws when it cannot be read */
export function clientAddress(address: string): string {
  const fault = addressFault(address)
  if (fault !== null) throw new Error(`the address of the event store ${fault}`)
  return address.trim().replace(/^kurrentdb/, 'esdb')
}
