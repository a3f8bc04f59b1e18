import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteDocument, RouteInput } from './api-route.ts'
import { HttpProblem, notFound } from './http-problem.ts'
import { requireKnown } from './known-parameters.ts'
import { bodyProblem, queryProblem } from './schema-issues.ts'
import { UNSTORABLE, unstorableIn } from './unstorable.ts'

/** Validates query (400), body (422), path (404: a malformed id names no resource). No body counts as {}. @throws HttpProblem */
export function readInput(
  route: RouteDocument,
  request: FastifyRequest,
  reply: FastifyReply,
): RouteInput {
  return {
    query: readQuery(route, request),
    body: readBody(route, request.body),
    params: readParams(route, request.params),
    caller: request.caller,
    requestId: request.id,
    request,
    reply,
  }
}

function readQuery(route: RouteDocument, request: FastifyRequest): unknown {
  const field = unstorableIn(request.query)
  if (field !== null) throw new HttpProblem(400, 'query_error', `${field || 'query'} ${UNSTORABLE}`)
  requireKnown(route, request.query as object)
  const read = route.query.safeParse(request.query, { reportInput: true })
  if (!read.success) throw queryProblem(read.error.issues)
  return read.data
}

function readBody(route: RouteDocument, body: unknown): unknown {
  if (route.body === null) return undefined
  const read = route.body.safeParse(body ?? {}, { reportInput: true })
  if (!read.success) throw bodyProblem(read.error.issues)
  return read.data
}

function readParams(route: RouteDocument, params: unknown): unknown {
  const read = route.params.safeParse(params)
  if (!read.success || unstorableIn(params) !== null) throw notFound()
  return read.data
}
