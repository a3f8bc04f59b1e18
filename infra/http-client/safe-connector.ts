import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressPolicy } from './public-address.ts'
import { type ResolveName, systemNames } from './resolve-name.ts'

/** The target is or resolves to a forbidden address, which the message hides: it may belong to our network. */
class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host}${isIP(host) === 0 ? ' leads to what' : ''} is not a public address`)
    this.name = 'AddressRefused'
  }
}

/**
 * Connects only to checked addresses: a name is resolved once, all its addresses are checked, and the connection goes
 * to one of them, so a second DNS answer cannot lead elsewhere.
 * @param connectTimeoutMs for dialling and TLS
 */
export function safeConnector(
  isAllowed: AddressPolicy,
  connectTimeoutMs: number,
  names: ResolveName = systemNames,
): buildConnector.connector {
  const lookup = safeLookup(isAllowed, names)
  const dial = buildConnector({ lookup, timeout: connectTimeoutMs })
  return (options, callback) => {
    // A literal address is never looked up, so it is checked here.
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isAllowed(host)) callback(new AddressRefused(host), null)
    else dial(options, callback)
  }
}

/** A DNS lookup that fails when any address of the name is not allowed. */
function safeLookup(isAllowed: AddressPolicy, names: ResolveName): LookupFunction {
  return (hostname, options, callback) => {
    const found = (addresses: readonly LookupAddress[]) => {
      const [first] = addresses
      if (first === undefined || addresses.some(({ address }) => !isAllowed(address)))
        callback(new AddressRefused(hostname), [])
      else if (options.all) callback(null, [...addresses])
      else callback(null, first.address, first.family)
    }
    names(hostname, options).then(found, (error) => callback(error, []))
  }
}
