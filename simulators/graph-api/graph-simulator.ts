import { sleep } from '@recado/infra/concurrency/sleep'
import fastify, { type FastifyInstance } from 'fastify'
import { collectControls } from '../control-route.ts'
import type { BusinessNumber } from './business-number.ts'
import { controlRoutes } from './control-routes.ts'
import { answerOfFault, leaveUnanswered, takeCallFault } from './faults.ts'
import { graphError } from './graph-error.ts'
import { mediaRoutes } from './media-routes.ts'
import { numberRoutes } from './number-routes.ts'
import { recordRequests } from './record-requests.ts'
import { sendRoutes } from './send-message.ts'
import { type GraphSimulatorOptions, newSimulator, type Simulator } from './simulator.ts'
import { templateRoutes } from './template-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The exact bytes of the body; empty without one. */
    rawBody: Buffer
  }
}

/**
 * A simulator of Meta's Graph API for WhatsApp, to listen or to be injected into. It answers `/v…/…` as Meta documents
 * it, posts signed webhooks, and is controlled through `/_sim/…`. Closing the app drops scheduled webhooks.
 */
export function buildGraphSimulator(options: GraphSimulatorOptions): FastifyInstance {
  const simulator = newSimulator(options)
  const app = fastify({ bodyLimit: 110 * 1024 * 1024, forceCloseConnections: true })
  keepBytes(app)
  collectControls(app)
  recordRequests(app, simulator)
  checkCallers(app, simulator, options.token ?? null)
  failCalls(app, simulator)
  for (const routes of [sendRoutes, mediaRoutes, numberRoutes, templateRoutes, controlRoutes]) {
    routes(app, simulator)
  }
  webhookRoutes(app, simulator, options.appSecret)
  app.addHook('onClose', () => simulator.close())
  return app
}

/** Parses JSON bodies, leaves others as bytes, and keeps the exact bytes of both in `rawBody`. */
export function keepBytes(app: FastifyInstance): void {
  const empty = Buffer.alloc(0)
  app.decorateRequest('rawBody')
  app.addHook('onRequest', async (request) => {
    request.rawBody = empty
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer
    if (!/^application\/json/.test(request.headers['content-type'] ?? '')) return done(null, body)
    try {
      done(null, body.length === 0 ? undefined : JSON.parse(body.toString()))
    } catch {
      // Meta answers broken JSON like a missing parameter.
      done(null, undefined)
    }
  })
}

/** Requires the Bearer token of the number on every call except `/_sim`, and waits the simulated latency. */
function checkCallers(
  app: FastifyInstance,
  simulator: Simulator,
  defaultToken: string | null,
): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.url.startsWith('/_sim')) return
    if (simulator.behaviour.latency_ms > 0) await sleep(simulator.behaviour.latency_ms)
    const [kind, token] = (request.headers.authorization ?? '').split(' ')
    const { id } = request.params as { id?: string }
    const expected = ownerOf(simulator, id)?.token ?? defaultToken
    if (kind === 'Bearer' && token && (expected === null || token === expected)) return
    const error = graphError(190, 'The access token could not be decrypted or has expired')
    return reply.code(error.status).send(error.body)
  })
}

function failCalls(app: FastifyInstance, simulator: Simulator): void {
  app.addHook('preHandler', async (request, reply) => {
    if (request.url.startsWith('/_sim')) return
    const fault = takeCallFault(simulator, `${request.method} ${request.url}`)
    if (fault?.kind === 'slow') await sleep(fault.ms)
    if (fault?.kind === 'timeout' || fault?.kind === 'reset')
      return leaveUnanswered(reply, fault.kind)
    const answer = fault && answerOfFault(fault)
    if (answer) return reply.code(answer.status).send(answer.body)
  })
}

/** The number that the object in the path belongs to: a number itself, a medium, or a business account. */
function ownerOf({ media, numbers }: Simulator, id = ''): BusinessNumber | undefined {
  const owner = media.get(id)?.phone_number_id ?? id
  return numbers.get(owner) ?? [...numbers.values()].find(({ waba_id }) => waba_id === id)
}
