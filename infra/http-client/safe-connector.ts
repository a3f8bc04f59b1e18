import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { type Names, systemNames } from './names.ts'
import type { AddressPolicy } from './public-address.ts'

/** The target is, or leads to, an address that we must not call; which one, a customer is not told of our network. */
class AddressRefused extends Error {
  constructor(host: string) {
    super(`${host}${isIP(host) === 0 ? ' leads to what' : ''} is not a public address`)
    this.name = 'AddressRefused'
  }
}

/**
 * Connects only to addresses that were tested: a name is resolved once, every address it has is judged, and
 * the connection goes to one of those, so that a second answer of the DNS cannot lead elsewhere.
 * @param connectTimeoutMs how long dialling and TLS may take
 * @param names who finds the addresses of a name
 */
export function safeConnector(
  isAllowed: AddressPolicy,
  connectTimeoutMs: number,
  names: Names = systemNames,
): buildConnector.connector {
  const lookup = safeLookup(isAllowed, names)
  const dial = buildConnector({ lookup, timeout: connectTimeoutMs })
  return (options, callback) => {
    // A literal address is never looked up, so it is judged here.
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isAllowed(host)) callback(new AddressRefused(host), null)
    else dial(options, callback)
  }
}

/** A DNS lookup that fails when any of the name's addresses is not allowed. */
function safeLookup(isAllowed: AddressPolicy, names: Names): LookupFunction {
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
