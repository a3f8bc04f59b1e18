import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const VALID_ID = /^[\x21-\x7e]{1,128}$/

/** The client's `x-request-id` if it is 1 to 128 visible ASCII characters, else a new one. Also the correlation id. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && VALID_ID.test(given) ? given : randomUUID()
}
