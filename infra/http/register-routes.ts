import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Answer, ApiRoute, RouteDocument } from './api-route.ts'
import { bodyGuard, type Guard, type GuardDeps, keyGuard } from './guards.ts'
import { HttpProblem } from './http-problem.ts'
import { isPiecewise, type Piecewise, streamPieces, wholeText } from './piecewise.ts'
import { sendProblem } from './problems.ts'
import { readInput } from './read-input.ts'
import { type ReplyText, replyText } from './reply-text.ts'
import { handleInPlace, type RequestPlaces } from './request-places.ts'

export type ServeDeps = GuardDeps & {
  readonly places: RequestPlaces
  /** Parses every reply with its schema; for tests. */
  readonly checkReplies: boolean
  /** How long the reader of a piecewise answer may take nothing, ms; a minute by default. */
  readonly readerMs?: number
}

/** @param guard checks callers; by default API keys and the operator's token */
export function registerRoutes<Deps extends ServeDeps>(
  app: FastifyInstance,
  basePath: string,
  routes: readonly ApiRoute<Deps>[],
  deps: Deps,
  guard: Guard = keyGuard(deps),
): void {
  for (const route of routes) {
    const textOf = replyTexts(route, deps.checkReplies)
    app.route({
      method: route.method,
      url: `${basePath}${route.url}`,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      onRequest: guard(route),
      preValidation: bodyGuard(route),
      handler: async (request, reply) => {
        const answer = await handleInPlace(deps.places, request, reply, async () =>
          route.handle(readInput(route, request, reply), deps),
        )
        return send(reply, await joinForChecks(answer, deps), textOf, deps)
      },
    })
  }
}

/** Reply writers by status, compiled at the first answer so that a start does not compile all of them. */
function replyTexts(route: RouteDocument, check: boolean): (status: number) => ReplyText {
  const texts = new Map<number, ReplyText>()
  return (status) => {
    const ready = texts.get(status)
    if (ready !== undefined) return ready
    const schema = route.reply[status]
    if (schema === undefined || typeof schema === 'string')
      throw new Error(`no reply schema for ${status}; add it to the route's reply`)
    const text = replyText(schema, check)
    texts.set(status, text)
    return text
  }
}

function send(
  reply: FastifyReply,
  answer: Answer | HttpProblem,
  textOf: (status: number) => ReplyText,
  { readerMs = 60_000 }: ServeDeps,
): FastifyReply {
  if (answer instanceof HttpProblem) return sendProblem(reply, answer)
  reply.code(answer.status)
  if (answer.headers) reply.headers(answer.headers)
  if (answer.status === 204) return reply.send()
  const { type = 'application/json; charset=utf-8' } = answer
  reply.type(type)
  if (reply.request.method === 'HEAD' && typeof answer.body !== 'string' && isStreamed(answer.body))
    return reply.send(discardBody(answer.body))
  if (answer.type !== undefined) return reply.send(answer.body)
  if (isPiecewise(answer.body)) return reply.send(streamPieces(answer.body, reply.raw, readerMs))
  return reply.send(textOf(answer.status)(answer.body))
}

function isStreamed(body: unknown): body is Readable | Piecewise {
  return body instanceof Readable || isPiecewise(body)
}

/** The empty body of a HEAD. Fastify would consume the whole body at full speed: files, and pages of them. */
function discardBody(body: Readable | Piecewise): Readable {
  if (body instanceof Readable) body.destroy()
  return Readable.from([])
}

/** In tests, joins a piecewise body so that it can be checked with its schema. */
async function joinForChecks<A extends Answer | HttpProblem>(
  answer: A,
  { checkReplies }: ServeDeps,
): Promise<A> {
  if (!checkReplies || !('body' in answer) || !isPiecewise(answer.body)) return answer
  if (answer.type !== undefined) return answer
  return { ...answer, body: await wholeText(answer.body) }
}
