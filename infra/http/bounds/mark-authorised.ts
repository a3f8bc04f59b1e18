import type { IncomingMessage } from 'node:http'

const callbacks = new WeakMap<IncomingMessage, () => void>()

/** Registers what the listener calls once a request is authorised. */
export function onceAuthorised(request: IncomingMessage, then: () => void): void {
  callbacks.set(request, then)
}

/**
 * Marks a request whose sender is known by a key, a signature or a session: its bytes no longer count as a stranger's,
 * and its connection is closed last. Does nothing for a request of another listener.
 */
export function markAuthorised(request: IncomingMessage): void {
  callbacks.get(request)?.()
  callbacks.delete(request)
}
