import { randomUUID } from 'node:crypto'
import httpProxy from '@fastify/http-proxy'
import { answerBrokenHttp } from '@recado/infra/http/broken-http'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { sendProblem } from '@recado/infra/http/problems'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { shieldedBody } from './shielded-body.ts'

/** Addresses of the two APIs, such as `http://127.0.0.1:8081`. */
export type GatewayOptions = { commandApi: string; queryApi: string }

/**
 * One port in front of both APIs, as a production gateway would be: hooks and operator routes go to
 * command-api, other reads to query-api, other writes to command-api. Bodies pass as they are, unread.
 * While an API is away its requests get 503 `unavailable`, which says whether they may have been carried out.
 */
export async function buildGateway({
  commandApi,
  queryApi,
}: GatewayOptions): Promise<FastifyInstance> {
  const app = fastify({
    forceCloseConnections: true,
    // Ends what a client never finishes sending, in ms: Node's own bound, which fastify lifts.
    requestTimeout: 300_000,
    frameworkErrors: (_error, request, reply) =>
      refuse(request, reply, new HttpProblem(404, 'not_found', 'the path cannot be read')),
    clientErrorHandler: answerBrokenHttp,
  })
  // Fastify would read texts itself, and what it has read is not passed on.
  app.removeAllContentTypeParsers()
  app.setNotFoundHandler(async (request, reply) => refuse(request, reply, noSuchMethod(request)))
  await app.register(httpProxy, {
    upstream: '',
    preHandler: async (request) => {
      if (request.body) request.body = shieldedBody(request.raw)
    },
    // Both APIs answer within their own bounds; this only ends what hangs. A bound on connections would be a queue
    // that nobody sees: while the log is away each hook waits for seconds, and behind 256 of them all others stood.
    undici: { connections: null, headersTimeout: 60_000, bodyTimeout: 60_000 },
    replyOptions: {
      getUpstream: (request) =>
        forCommands(request.method ?? 'GET', request.url ?? '/') ? commandApi : queryApi,
      // The APIs say themselves when to come again; a proxy that repeats hides it.
      retryDelay: () => null,
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        ...(request.headers.host !== undefined && { host: request.headers.host }),
      }),
      // Sent before the body was all here, it would go out with `connection: close`, and be lost.
      onResponse: (_request, reply, { stream }) => reply.removeHeader('connection').send(stream),
      onError: (reply, { error }) => {
        const message = outageBehind(error, reply.request.method)
        void reply
          .code(503)
          .header('retry-after', '1')
          .header('x-request-id', reply.request.headers['x-request-id'] ?? randomUUID())
          .send({ error: { code: 'unavailable', message } })
      },
    },
  })
  return app
}

function noSuchMethod({ method }: FastifyRequest): HttpProblem {
  const allow = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
  return new HttpProblem(405, 'method_not_allowed', `${method} is not served here; use ${allow}`, {
    headers: { allow },
  })
}

/** What the proxy cannot pass on gets the contract's error body here. */
function refuse(request: FastifyRequest, reply: FastifyReply, problem: HttpProblem): void {
  reply.header('x-request-id', request.headers['x-request-id'] ?? randomUUID())
  sendProblem(reply, problem)
}

function forCommands(method: string, url: string): boolean {
  if (/^\/(hooks|operator)(\/|\?|$)/.test(url)) return true
  return method !== 'GET' && method !== 'HEAD'
}

/** A refused connection has done nothing; a broken one may have. */
function outageBehind({ cause }: Error, method: string): string {
  const { code } = Object(cause)
  if (code === 'ECONNREFUSED' || code === 'UND_ERR_CONNECT_TIMEOUT')
    return 'this part of the service is starting or stopped: try again in a moment'
  const broke = 'the connection broke before the answer came'
  return method === 'GET' || method === 'HEAD'
    ? `${broke}: try again`
    : `${broke}, so the outcome is unknown: send it again, a message with the Idempotency-Key it had`
}
