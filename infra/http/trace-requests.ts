import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { beginSpan, endSpan, type Span, type Traceparent, traceparentOf } from '../tracing/spans.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** From the request to its answer; null when not traced, and until the guards have accepted the request. */
    span: Span | null
  }
}

/** Makes a span of each request. Strangers' traces are only linked: else they decide what we record. See ADR 48. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('preParsing', (request, reply, payload, done) => {
    request.span = spanOf(request, reply)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    // Requests that the guards refused have no span yet.
    const span = request.span ?? spanOf(request, reply)
    if (span !== null) end(span, request, reply)
    done()
  })
}

function end(span: Span, { caller }: FastifyRequest, { statusCode }: FastifyReply): void {
  const account = caller === null ? {} : { 'recado.account_id': caller.account.id }
  const attributes = { ...account, 'http.response.status_code': statusCode }
  endSpan(span, attributes, statusCode >= 500 ? 'failed' : undefined)
}

function spanOf(request: FastifyRequest, { elapsedTime }: FastifyReply): Span | null {
  const { method, routeOptions, headers, id, caller, isOperator } = request
  const route = routeOptions.url
  // Health checks every few seconds are not worth a span.
  if (route === '/livez') return null
  const isKnown = caller !== null || isOperator
  return beginSpan(`${method} ${route ?? '(none)'}`, {
    kind: 'server',
    ...(isKnown ? { parent: headers.traceparent } : { link: headers.traceparent }),
    startedAt: new Date(Date.now() - elapsedTime),
    attributes: {
      'http.request.method': method,
      ...(route !== undefined && { 'http.route': route }),
      'recado.request_id': id,
    },
  })
}

/** The place of a request in its trace; undefined without tracing. */
export function traceOf({ span }: Pick<FastifyRequest, 'span'>): Traceparent | undefined {
  return span == null ? undefined : traceparentOf(span)
}
