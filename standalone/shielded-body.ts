import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'

/**
 * The body of a request, to be passed on. Whoever reads it may stop at any time: what still comes from the client
 * is then thrown away, for a client that first sends everything would never read its answer from a connection
 * that was closed on it (nginx: lingering_close). A client that breaks off breaks this off too.
 */
export function shieldedBody(request: IncomingMessage): Readable {
  const body = new PassThrough()
  request.pipe(body)
  body.once('close', () => {
    request.unpipe(body)
    request.resume()
  })
  request.on('error', () => undefined)
  request.once('close', () => {
    if (!request.complete) body.destroy(new Error('the client broke off'))
  })
  return body
}
