const TIMEOUTS: ReadonlySet<unknown> = new Set([
  'TimeoutError',
  'HeadersTimeoutError',
  'BodyTimeoutError',
])

/** Why a call failed, for clients: a network code such as ECONNRESET, or a sentence. */
export function causeText(cause: Error): string {
  if (TIMEOUTS.has(cause.name)) return 'it did not answer in time'
  const { code } = cause as { code?: unknown }
  return typeof code === 'string' ? code : cause.message
}
