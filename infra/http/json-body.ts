import type { IncomingHttpHeaders } from 'node:http'
import { exactJson, mayBeInexact } from '@recado/domain/exact-json'
import { mayBeUnstorable } from '@recado/domain/storable'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { nestsTooDeep } from '../json-depth.ts'
import { HttpProblem, invalidInput } from './http-problem.ts'
import { UNSTORABLE, unstorableIn } from './unstorable.ts'
import { utf8Body } from './utf8.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body without loss (`domain/exact-json.ts`), where plain JSON loses something; else undefined. */
    exactBody: unknown
  }
}

/** Parses JSON bodies. An empty body of any type is no body; other types are 415 unless a route has a parser. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', forgetTypeOfNothing)
  app.decorateRequest('exactBody', undefined)
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (bytes.length === 0) return undefined
      const text = utf8Body(bytes, request.headers)
      const json = checkedJson(text, () => {
        let read: { readonly error: Error | null; readonly json?: unknown } = { error: null }
        void parse(request, text, (error, json) => {
          read = { error, json }
        })
        if (read.error) throw read.error
        return read.json
      })
      if (mayBeInexact(text)) request.exactBody = exactJson(text)
      return json
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
export function readJson(bytes: Uint8Array, headers: IncomingHttpHeaders): unknown {
  const text = utf8Body(bytes, headers)
  return checkedJson(text, () => JSON.parse(text))
}

function checkedJson(text: string, parse: () => unknown): unknown {
  if (nestsTooDeep(text)) throw invalidJson('nests too deep')
  const json = orInvalid(parse)
  const fault = unstorable(text, json)
  if (fault !== null) throw fault
  return json
}

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
