import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ReceivedRequest } from './request-log.ts'
import type { Simulator } from './simulator.ts'

/** Records every call of the simulated API, and its answer, for `GET /_sim/requests`. */
export function recordRequests(app: FastifyInstance, simulator: Pick<Simulator, 'requests'>): void {
  const received = new WeakMap<FastifyRequest, ReceivedRequest>()
  app.addHook('preValidation', async (request) => {
    if (request.url.startsWith('/_sim')) return
    const { method, url, headers } = request
    received.set(request, simulator.requests.add({ method, url, headers, body: textOf(request) }))
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const entry = received.get(request)
    if (entry) entry.answer = { status: reply.statusCode, body: parsePayload(payload) }
    return payload
  })
}

function textOf({ headers, rawBody }: FastifyRequest): string {
  const upload = headers['content-type']?.startsWith('multipart/')
  return upload ? `(${rawBody.length} bytes)` : rawBody.toString()
}

function parsePayload(payload: unknown): unknown {
  if (typeof payload !== 'string') return null
  try {
    return JSON.parse(payload)
  } catch {
    return payload
  }
}
