/** What came back over HTTP: the status and the body as text. */
export type Answer = { readonly status: number; readonly body: string }

/** What came of a call: an answer, certainly nothing sent, or nobody knows. */
export type CallResult =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'not_sent'; readonly cause: Error }
  | { readonly kind: 'unknown'; readonly cause: Error }

/** What ends the making of a connection. On one that stands some of their errors come too, and then it is not known. */
const connecting = new Set(['connect', 'getaddrinfo'])

const neverConnected = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_CLOSED', 'UND_ERR_DESTROYED'])

/** What a call that threw leaves behind: certainly nothing was sent, or nobody knows. */
export function failed(cause: Error & { code?: string; errors?: unknown[] }): CallResult {
  // Happy eyeballs reports one error for each address in an AggregateError.
  const causes = [cause, ...(cause.errors ?? [])] as { code?: string; syscall?: string }[]
  const unsent = causes.some(
    ({ code = '', syscall = '' }) => neverConnected.has(code) || connecting.has(syscall),
  )
  return { kind: unsent ? 'not_sent' : 'unknown', cause }
}
