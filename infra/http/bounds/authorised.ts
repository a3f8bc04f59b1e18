import type { IncomingMessage } from 'node:http'

const told = new WeakMap<IncomingMessage, () => void>()

/** Registers what the listener does once a request is authorised. */
export function onceAuthorised(request: IncomingMessage, then: () => void): void {
  told.set(request, then)
}

/**
 * Says that a key, a signature or a session has shown who sent a request: its bytes are no longer a stranger's, and its
 * connection is closed last. Nothing happens for a request of another listener.
 */
export function markAuthorised(request: IncomingMessage): void {
  told.get(request)?.()
  told.delete(request)
}
