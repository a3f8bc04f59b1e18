import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ContestedStream, StoreUnavailable } from '../event-store/errors.ts'
import { ReadModelsNotFilled } from '../postgres/not-filled.ts'
import { isPostgresUnavailable } from '../postgres/unavailable.ts'
import { VaultUnavailable } from '../vault/vault.ts'
import { bodyTooLarge, HttpProblem, unavailable } from './http-problem.ts'

const RETRY_WHILE_FILLING_SECONDS = 5

export function problemBody({ code, message, extra }: HttpProblem): string {
  return JSON.stringify({ error: { code, message, ...extra } })
}

export function sendProblem(reply: FastifyReply, problem: HttpProblem): FastifyReply {
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .type('application/json; charset=utf-8')
    .send(problemBody(problem))
}

/** The only error handler: every error becomes the contract's body. Faults show no detail and are logged. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = brokenOffBody(request) ?? toProblem(error)
  if (problem.status >= 500 && problem !== error && !(error instanceof ReadModelsNotFilled)) {
    const level = problem.status === 503 ? 'warn' : 'error'
    request.log[level]({ err: error, route: routeName(request) }, 'request failed')
  }
  if (problem.status === 413) discardRest(request, reply)
  return sendProblem(reply, problem)
}

/** A client that disconnects while it sends its body is no fault of ours, whatever error its reader saw. */
function brokenOffBody({ raw }: FastifyRequest): HttpProblem | null {
  if (!raw.destroyed || raw.complete) return null
  return new HttpProblem(400, 'invalid_body', 'the connection ended before the body was complete')
}

// An immediate close would reset the connection of a client that reads only after it has sent everything, and lose
// the answer. The rest of the body is discarded; bounds/enforce-bounds.ts ends a body that never ends.
function discardRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  raw.resume()
}

/** Method and route pattern, never the path: a path may hold personal data. */
function routeName(request: FastifyRequest): string {
  return `${request.method} ${request.routeOptions.url ?? '(none)'}`
}

function toProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error
  if (error instanceof StoreUnavailable || error instanceof ContestedStream) {
    return unavailable('the event log is not available; try again')
  }
  if (error instanceof ReadModelsNotFilled) return notFilled(error)
  if (isPostgresUnavailable(error)) return unavailable('the database is not available; try again')
  if (error instanceof VaultUnavailable) return unavailable('the vault is not available; try again')
  return (
    frameworkProblem(error) ??
    new HttpProblem(
      500,
      'internal_error',
      'an internal error; try again, and name the x-request-id if you report it',
    )
  )
}

/** The error object says it as numbers too, for a page that says it in its own words. */
function notFilled({ message, filling }: ReadModelsNotFilled): HttpProblem {
  return new HttpProblem(503, 'unavailable', `${message}; try again`, {
    headers: { 'retry-after': String(RETRY_WHILE_FILLING_SECONDS) },
    extra: { filling },
  })
}

function frameworkProblem(error: unknown): HttpProblem | null {
  const { code, statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) return bodyTooLarge()
  if (statusCode === 415) {
    const message = 'Content-Type must be a media type such as application/json'
    return new HttpProblem(415, 'unsupported_media_type', message)
  }
  if (statusCode === undefined || statusCode < 400 || statusCode > 499) return null
  const message = 'the body could not be read; it must have as many bytes as Content-Length says'
  return new HttpProblem(400, 'invalid_body', message)
}
