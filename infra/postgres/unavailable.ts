const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
])

/** Class 08 connection, 53 resources, 57P0x shutdown and start, 57014 statement timeout, 25006 read-only standby. */
const SQL_STATES = /^(08...|53...|57P0[1-5]|57014|25006)$/

/**
 * Errors of a read while the read models are dropped and created again, or exchanged for others: a table or its schema is
 * missing, or was another one when the statement was planned or began.
 */
const TABLES_REPLACED =
  /^(42P01|3F000): |^0A000: cached plan must not change result type|^XX000: (could not open relation|cache lookup failed)/

/** Messages of `pg` for errors without a code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Query read timeout)/

/** Whether an error means that Postgres cannot be used for now, rather than that a statement is wrong. */
export function isPostgresUnavailable(error: unknown): boolean {
  return isPostgresAway(error) || (error instanceof Error && TABLES_REPLACED.test(named(error)))
}

/** Whether an error means that the server cannot be used for now, whatever tables it has. */
export function isPostgresAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(isPostgresAway)) return true
  const code = codeOf(error)
  return CONNECTION_ERRORS.has(code) || SQL_STATES.test(code) || MESSAGES.test(error.message)
}

function named(error: Error): string {
  return `${codeOf(error)}: ${error.message}`
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
