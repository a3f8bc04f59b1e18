import { HttpProblem } from '@recado/infra/http/http-problem'

/**
 * The cursor after an event, opaque to clients. It contains the event's log id, which survives a rebuild and an import
 * into another log, so a cursor never expires.
 * @param logId -1 for the place before the first event
 */
export function cursorAt(logId: number): string {
  return Buffer.from(`${VERSION}.${logId}`).toString('base64url')
}

const VERSION = 1
const FORM = new RegExp(`^${VERSION}\\.(-1|0|[1-9]\\d{0,15})$`)

/** The log id of a cursor. @param named the parameter's name, for the message @throws HttpProblem 400 when invalid */
export function logIdOf(cursor: string, named: string): number {
  const [, digits] = FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const logId = Number(digits)
  if (Number.isSafeInteger(logId) && cursorAt(logId) === cursor) return logId
  throw new HttpProblem(
    400,
    'query_error',
    `${named} must be a next_cursor of GET /events, or the id of an event of its stream`,
  )
}
