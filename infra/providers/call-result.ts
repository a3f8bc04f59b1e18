/** What came back over HTTP: the status and the body as text. */
export type Answer = { readonly status: number; readonly body: string }

/** What came of a call: an answer, certainly nothing sent, or nobody knows. */
export type CallResult =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'not_sent'; readonly cause: Error }
  | { readonly kind: 'unknown'; readonly cause: Error }

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
])

/** What a call that threw leaves behind: certainly nothing was sent, or nobody knows. */
export function failed(cause: Error & { code?: string; errors?: unknown[] }): CallResult {
  // Happy eyeballs reports one error for each address in an AggregateError.
  const causes = [cause, ...(cause.errors ?? [])] as { code?: string }[]
  const unsent = causes.some(({ code }) => code !== undefined && neverConnected.has(code))
  return { kind: unsent ? 'not_sent' : 'unknown', cause }
}
