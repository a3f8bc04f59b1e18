import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { beginSpan, endSpan, type Span, type Traceparent, traceparentOf } from '../tracing/spans.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** From the request to its answer; null where none is kept, and before the guards have let it pass. */
    span: Span | null
  }
}

/**
 * Makes a span of each request of a server: in the trace that its `traceparent` names when somebody we know asks, else in
 * one of its own that is linked to the one named. A stranger would decide what is recorded here, and fill our traces.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('preParsing', (request, reply, payload, done) => {
    request.span = spanOf(request, reply)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    // Whom the guards refused got no further.
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
  // What is asked every few seconds whether we live is no work.
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

/** Where in a trace a request stands; undefined when nobody traces. */
export function traceOf({ span }: Pick<FastifyRequest, 'span'>): Traceparent | undefined {
  return span == null ? undefined : traceparentOf(span)
}
