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
import { addSafeHeaders } from './safe-headers.ts'
import { answerUnknownRoutes, type KnownRoute } from './unknown-routes.ts'

/** What an HTTP server of ours needs to know. */
export type ServerOptions = {
  readonly log: Logger
  readonly metrics: Metrics
  /** Routes that the other API serves at the same address, for 405. */
  readonly elsewhere: readonly KnownRoute[]
  /** Of what strangers hold. */
  readonly bounds: Bounds
}

const BODY_LIMIT = 1024 * 1024

/** A server without routes of its own but health: ids, limits, headers and the contract's error bodies. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    // A line per request would cost as much as half a request; metrics count them.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    childLoggerFactory: requestLog,
    genReqId: requestId,
    bodyLimit: BODY_LIMIT,
    serverFactory: (handle) => boundedServer(handle, options.bounds),
    // A closing process answers what still comes over kept-alive connections.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512 },
    // Routes read and write by their own schemas: Fastify's compilers would be loaded in vain.
    schemaController: {
      compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
    },
    frameworkErrors: (_error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendProblem(reply, new HttpProblem(404, 'not_found', 'the path cannot be read'))
    },
    // The server has its own.
    clientErrorHandler: () => undefined,
  })
  app.decorateRequest('caller', null)
  app.decorateRequest('isOperator', false)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.setErrorHandler(answerError)
  answerUnknownRoutes(app, options.elsewhere)
  measure(app, options.metrics)
  readJsonBodies(app)
  addSafeHeaders(app)
  // The rest of what tells of a process's health is for those inside: see health.ts.
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
