import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'
import { boundedServer } from './bounds/bounded-server.ts'
import type { Bounds } from './bounds/bounds.ts'
import { HttpProblem } from './http-problem.ts'
import { readJsonBodies } from './json-body.ts'
import { answerError, sendProblem } from './problems.ts'
import { requestId } from './request-id.ts'
import { requestLog } from './request-log.ts'
import { addSafeHeaders, setSafeHeaders } from './safe-headers.ts'
import { answerUnknownRoutes, type KnownRoute } from './unknown-routes.ts'
import { requireUtf8Query } from './utf8.ts'

export type ServerOptions = {
  readonly log: Logger
  readonly metrics: Metrics
  /** Routes that the other API serves at the same address, for 405. */
  readonly elsewhere: readonly KnownRoute[]
  readonly bounds: Bounds
}

const MAX_BODY_BYTES = 1024 * 1024

/** A server with only a health route: request ids, limits, headers and the contract's error bodies. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    // A log line per request would cost as much as half a request; metrics count requests instead.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    childLoggerFactory: requestLog,
    genReqId: requestId,
    bodyLimit: MAX_BODY_BYTES,
    serverFactory: (handle) => boundedServer(handle, options.bounds),
    // Requests on kept-alive connections are still answered while the process closes.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    // Routes validate and write with their own schemas, so Fastify's compilers are never needed.
    schemaController: {
      compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
    },
    frameworkErrors: (_error, request, reply) => {
      setSafeHeaders(reply)
      reply.header('x-request-id', request.id)
      sendProblem(reply, new HttpProblem(404, 'not_found', 'the path cannot be read'))
    },
    // boundedServer handles client errors itself.
    clientErrorHandler: () => undefined,
  })
  app.decorateRequest('caller', null)
  app.decorateRequest('isOperator', false)
  app.decorateRequest('place', null)
  addSafeHeaders(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    requireUtf8Query(request.raw.url ?? '')
  })
  app.setErrorHandler(answerError)
  answerUnknownRoutes(app, options.elsewhere)
  measure(app, options.metrics)
  readJsonBodies(app)
  // Everything else about a process's health is on the internal port: see health.ts.
  app.get('/livez', async () => ({ status: 'ok' }))
  return app
}

function noCompiler(): never {
  throw new Error('a route has a schema for Fastify; give it to registerRoutes instead')
}

function measure(app: FastifyInstance, { httpSeconds }: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? '(none)'
    const status = String(reply.statusCode)
    httpSeconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
  })
}
