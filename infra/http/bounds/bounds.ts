import type { Config } from '../../config.ts'
import { mostOpenFiles } from './open-files.ts'

/** What strangers may hold of one listener. */
export type Bounds = {
  /** Connections in all, and of one address. */
  readonly connections: number
  readonly connectionsPerAddress: number
  /** How long the head of a request, and its whole body, may take, ms. */
  readonly headMs: number
  readonly bodyMs: number
  /** Bytes a second that a body brings at least, over any 15 s. */
  readonly bodyLeastRate: number
  /** How long a client may read nothing of an answer that waits for it, ms. */
  readonly unreadMs: number
  /** Bytes of answers that wait to be read, in all and of one address. */
  readonly unreadBytes: number
  readonly unreadBytesPerAddress: number
  /** Subnets of the proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
}

/** The settings of a process that bound its listeners. */
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
  | 'TRUSTED_PROXIES'
>

/** Descriptors that stay for all that is no client: databases, providers, files. */
const OWN_FILES = 256

/** The bounds that the settings ask for, within what the system lets the process open. */
export function boundsFrom(settings: BoundSettings, openFiles = mostOpenFiles()): Bounds {
  const room = openFiles - Math.min(OWN_FILES, Math.floor(openFiles / 2))
  const connections = Math.min(settings.MAX_CONNECTIONS, room)
  // One address alone must not fill the house.
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
    trustedProxies: settings.TRUSTED_PROXIES,
  }
}
