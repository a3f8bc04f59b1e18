import type { Config } from '../../config.ts'
import { maxOpenFiles } from './open-files.ts'

export type Bounds = {
  readonly connections: number
  readonly connectionsPerAddress: number
  readonly headMs: number
  readonly bodyMs: number
  /** The lowest rate of a body over any 15 s, bytes a second. */
  readonly bodyLeastRate: number
  readonly unreadMs: number
  readonly unreadBytes: number
  readonly unreadBytesPerAddress: number
  /** Bytes of requests that no key, signature or session has authorised yet. */
  readonly strangerBytes: number
  readonly trustedProxies: readonly string[]
}

export type BoundSettings = Pick<
  Config,
  | 'MAX_CONNECTIONS'
  | 'MAX_CONNECTIONS_PER_ADDRESS'
  | 'HEAD_TIMEOUT_MS'
  | 'BODY_TIMEOUT_MS'
  | 'BODY_LEAST_RATE'
  | 'UNREAD_TIMEOUT_MS'
  | 'UNREAD_BYTES'
  | 'UNREAD_BYTES_PER_ADDRESS'
  | 'STRANGER_BYTES'
  | 'TRUSTED_PROXIES'
>

/** File descriptors reserved for databases, providers and files. */
const RESERVED_FILES = 256

export function boundsFrom(settings: BoundSettings, openFiles = maxOpenFiles()): Bounds {
  const room = openFiles - Math.min(RESERVED_FILES, Math.floor(openFiles / 2))
  const connections = Math.min(settings.MAX_CONNECTIONS, room)
  // One address alone must not take every connection.
  const share = Math.ceil(connections * 0.75)
  return {
    connections,
    connectionsPerAddress: Math.min(settings.MAX_CONNECTIONS_PER_ADDRESS, share),
    headMs: settings.HEAD_TIMEOUT_MS,
    bodyMs: settings.BODY_TIMEOUT_MS,
    bodyLeastRate: settings.BODY_LEAST_RATE,
    unreadMs: settings.UNREAD_TIMEOUT_MS,
    unreadBytes: settings.UNREAD_BYTES,
    unreadBytesPerAddress: settings.UNREAD_BYTES_PER_ADDRESS,
    strangerBytes: settings.STRANGER_BYTES,
    trustedProxies: settings.TRUSTED_PROXIES,
  }
}
