import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpProblem, invalidInput } from './http-problem.ts'
import { nestsTooDeep } from './json-depth.ts'

/**
 * Reads JSON bodies. An empty body is no body whatever its content type; a body of any other type is 415 unless
 * the route brings a parser for it.
 */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (
      request: FastifyRequest,
      body: string,
      done: (error: Error | null, body?: unknown) => void,
    ) => {
      if (body === '') return done(null)
      if (nestsTooDeep(body)) return done(invalidJson('nests too deep'))
      return parse(request, body, (error, json) =>
        error ? done(invalidJson('is not valid JSON')) : done(unstorable(body, json), json),
      )
    },
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => {
    if (body.length > 0) throw unsupported()
  })
}

function invalidJson(fault: string): HttpProblem {
  return new HttpProblem(400, 'invalid_body', `the body ${fault}`)
}

function unsupported(): HttpProblem {
  return new HttpProblem(
    415,
    'unsupported_media_type',
    'send the body as JSON with the header "Content-Type: application/json"',
  )
}

const SUSPICIOUS = /\\u(0000|d[89a-f])/i
const LONE_SURROGATE = /\p{Surrogate}/u

/** Texts that neither Postgres nor UTF-8 can hold: with NUL, or with half of a surrogate pair. */
function unstorable(text: string, json: unknown): HttpProblem | null {
  if (!SUSPICIOUS.test(text)) return null
  const field = findText(json, (value) => value.includes('\0') || LONE_SURROGATE.test(value), '')
  return field === null
    ? null
    : invalidInput(`${field || 'body'} must not contain NUL or half a surrogate pair`)
}

function findText(json: unknown, bad: (text: string) => boolean, path: string): string | null {
  if (typeof json === 'string') return bad(json) ? path : null
  if (typeof json !== 'object' || json === null) return null
  for (const [key, value] of Object.entries(json)) {
    const at = path === '' ? key : `${path}.${key}`
    if (bad(key)) return path
    const found = findText(value, bad, at)
    if (found !== null) return found
  }
  return null
}
