import { mayBeUnstorable } from '@recado/domain/storable'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nestsTooDeep } from '../json-depth.ts'
import { HttpProblem, invalidInput } from './http-problem.ts'
import { UNSTORABLE, unstorableIn } from './unstorable.ts'

/** Parses JSON bodies. An empty body of any type is no body; other types are 415 unless a route has a parser. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', forgetTypeOfNothing)
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

/** Fastify would judge the type of an empty body before any parser sees that there is none. */
async function forgetTypeOfNothing({ headers }: FastifyRequest): Promise<void> {
  const length = headers['content-length'] ?? '0'
  if (headers['transfer-encoding'] === undefined && length === '0') delete headers['content-type']
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

/** Parses a body received as bytes, by the rules of all JSON bodies. @throws HttpProblem */
export function readJson(bytes: Uint8Array): unknown {
  const text = orInvalid(() => utf8.decode(bytes))
  if (nestsTooDeep(text)) throw invalidJson('nests too deep')
  const json = orInvalid((): unknown => JSON.parse(text))
  const fault = unstorable(text, json)
  if (fault !== null) throw fault
  return json
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function orInvalid<T>(read: () => T): T {
  try {
    return read()
  } catch {
    throw invalidJson('is not valid JSON')
  }
}

/** 422 that names the field which our stores cannot hold; null when there is none. */
function unstorable(text: string, json: unknown): HttpProblem | null {
  const field = mayBeUnstorable(text) ? unstorableIn(json) : null
  return field === null ? null : invalidInput(`${field || 'body'} ${UNSTORABLE}`)
}
