import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginSpan, endSpan, type Span, type Traceparent, traceparentOf } from '../tracing/spans.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** From the request to its answer, in the trace that the client names; null where none is kept. */
    span: Span | null
  }
}

/** Makes a span of each request of a server, in the trace that its `traceparent` names. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = spanOf(request)
    done()
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const { span, caller } = request
    const account = caller === null ? {} : { 'recado.account_id': caller.account.id }
    const attributes = { ...account, 'http.response.status_code': statusCode }
    if (span !== null) endSpan(span, attributes, statusCode >= 500 ? 'failed' : undefined)
    done()
  })
}

function spanOf({ method, routeOptions, headers, id }: FastifyRequest): Span | null {
  const route = routeOptions.url
  // What is asked every few seconds whether we live is no work.
  if (route === '/livez') return null
  return beginSpan(`${method} ${route ?? '(none)'}`, {
    kind: 'server',
    parent: headers.traceparent,
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
