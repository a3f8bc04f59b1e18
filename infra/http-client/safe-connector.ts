import { type LookupAddress, lookup as resolve } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressPolicy } from './public-address.ts'

/** The target's name leads to an address that we must not call. */
class AddressRefused extends Error {
  constructor(host: string, address: string) {
    super(`${host} leads to ${address}, which is not a public address`)
    this.name = 'AddressRefused'
  }
}

/**
 * Connects only to addresses that were tested: a name is resolved once, every address it has is judged, and
 * the connection goes to one of those, so that a second answer of the DNS cannot lead elsewhere.
 * @param connectTimeoutMs how long dialling and TLS may take
 */
export function safeConnector(
  isAllowed: AddressPolicy,
  connectTimeoutMs: number,
): buildConnector.connector {
  const dial = buildConnector({ lookup: safeLookup(isAllowed), timeout: connectTimeoutMs })
  return (options, callback) => {
    // A literal address is never looked up, so it is judged here.
    const host = options.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isAllowed(host)) callback(new AddressRefused(host, host), null)
    else dial(options, callback)
  }
}

/** A DNS lookup that fails when any of the name's addresses is not allowed. */
function safeLookup(isAllowed: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const refused = addresses.find(({ address }) => !isAllowed(address))
      if (refused) return callback(new AddressRefused(hostname, refused.address), [])
      const [first] = addresses as [LookupAddress, ...LookupAddress[]]
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
