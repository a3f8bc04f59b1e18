export type Answer = { readonly status: number; readonly body: string }

/** The result of a call: an answer, certainly not sent, or unknown. */
export type CallResult =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'not_sent'; readonly cause: Error }
  | { readonly kind: 'unknown'; readonly cause: Error }

/** System calls before a connection stands. Error codes alone would not show this; they also occur later. */
const connecting = new Set(['connect', 'getaddrinfo'])

const neverConnected = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED'])

/** Classifies an error of a call: certainly not sent, or unknown. */
export function failedCall(cause: Error & { code?: string; errors?: unknown[] }): CallResult {
  // Happy Eyeballs reports one error per address in an AggregateError.
  const causes = [cause, ...(cause.errors ?? [])] as { code?: string; syscall?: string }[]
  const unsent = causes.some(
    ({ code = '', syscall = '' }) => neverConnected.has(code) || connecting.has(syscall),
  )
  return { kind: unsent ? 'not_sent' : 'unknown', cause }
}
