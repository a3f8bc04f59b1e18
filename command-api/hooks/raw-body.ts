import { MessageChannel } from 'node:worker_threads'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { RawBody } from '@recado/infra/providers/signed-body'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Lets a scope's routes take bodies as raw bytes, of at most so many. They stay in pieces until their sender is
 * proven: joining them first would double what a forged POST leaves to the garbage collector.
 */
export function takeRawBodies(app: FastifyInstance, mostBytes: number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    const pieces: Uint8Array[] = []
    let length = 0
    const take = (piece: Buffer) => {
      length += piece.length
      if (length <= mostBytes) pieces.push(piece)
      else
        end(new HttpProblem(413, 'payload_too_large', 'the body is too large; send a smaller one'))
    }
    const end = (error: Error | null) => {
      payload.off('data', take).off('end', whole).off('error', broken)
      done(error, pieces)
    }
    const whole = () => end(null)
    const broken = () => end(new HttpProblem(400, 'invalid_body', 'the body broke off'))
    payload.on('data', take).once('end', whole).once('error', broken)
  })
}

/** The pieces of a request's body; none when it has no body. */
export function rawBodyOf({ body }: FastifyRequest): RawBody {
  return Array.isArray(body) ? body : []
}

const { port1: nowhere, port2: closed } = new MessageChannel()
closed.close()

/**
 * Frees the memory of a refused body at once; the pieces are empty afterwards. Left to the garbage collector, forged
 * POSTs of 1 MB would make it search the whole heap once in thirty: three times the CPU of their hash. Moving a
 * buffer into a port that nobody listens to is the one way Node 20 has.
 */
export function freeNow(body: RawBody): void {
  // A piece of a buffer that others share stays.
  for (const { buffer, byteLength } of body)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength)
      nowhere.postMessage(null, [buffer])
}
