import type { Socket } from 'node:net'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'
import { answerBrokenHttp } from './broken-http.ts'
import { answerHealth, type Check } from './health.ts'
import { HttpProblem } from './http-problem.ts'
import { readJsonBodies } from './json-body.ts'
import { answerError, sendProblem } from './problems.ts'
import { requestId } from './request-id.ts'
import { answerUnknownRoutes, type Known } from './unknown-routes.ts'

/** What an HTTP server of ours needs to know. */
export type ServerOptions = {
  readonly log: Logger
  readonly metrics: Metrics
  readonly checks: Readonly<Record<string, Check>>
  /** Routes that the other API serves at the same address, for 405. */
  readonly elsewhere: readonly Known[]
}

const BODY_LIMIT = 1024 * 1024

/** A server without routes of its own but health: ids, limits, headers and the contract's error bodies. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    // A line per request would cost as much as half a request; metrics count them.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 300_000,
    keepAliveTimeout: 75_000,
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
    clientErrorHandler: answerBrokenHttp,
  })
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.setErrorHandler(answerError)
  answerUnknownRoutes(app, options.elsewhere)
  measure(app, options.metrics)
  readJsonBodies(app)
  await app.register(helmet, { contentSecurityPolicy: API_POLICY })
  answerHealth(app, options.checks, options.metrics)
  dropSilentWhenClosing(app)
  return app
}

function noCompiler(): never {
  throw new Error('a route has a schema for Fastify; give it to registerRoutes instead')
}

/**
 * Ends connections on which nothing was ever asked when the server closes: clients open some ahead of need, Node
 * counts them neither as idle nor as busy, and they would hold up the end for more than a minute.
 */
function dropSilentWhenClosing(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  })
}

/** Answers are data: a browser that opens one loads, frames and runs nothing. */
const API_POLICY = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
}

function measure(app: FastifyInstance, { httpSeconds }: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? '(none)'
    const status = String(reply.statusCode)
    httpSeconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
  })
}
