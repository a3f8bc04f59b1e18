import { commandRoutes } from '@recado/command-api/routes'
import type { RouteDocument } from '@recado/infra/http/api-route'
import { jsonSchema } from '@recado/infra/http/json-schema'
import { errorReferences } from '@recado/infra/http/openapi-responses'
import { queryRoutes } from '@recado/query-api/routes'
import fc from 'fast-check'
import type { z } from 'zod'
import type { Case } from './case.ts'
import { mutated } from './json.ts'
import { type Schema, valuesOf } from './schema-values.ts'
import { hostileTexts } from './texts.ts'

/** The value of `:id` in a path, by the resource before it. Operator calls use resources that no other call uses. */
const IDS: Readonly<Record<string, string>> = {
  contacts: '«contact»',
  conversations: '«conversation»',
  stages: '«stage»',
  messages: '«log id»',
  media: '900000000000001',
  accounts: '«spare account»',
  'api-keys': '«spare key»',
}

function callsOf(route: RouteDocument, door: 'api' | 'operator'): fc.Arbitrary<Case> {
  const { method } = route
  const statuses = [...Object.keys(route.reply), ...Object.keys(errorReferences(route))].map(Number)
  return fc
    .tuple(paths(route, door), queries(route), headersOf(route), bodies(route))
    .map(([path, query, headers, body]) => ({
      ...{ door, method, statuses, headers: { ...typeOf(route, body), ...headers } },
      path: query === '' ? path : `${path}?${query}`,
      body,
    }))
}

function connectionBehind(door: string): string {
  return door === 'api' ? '«connection»' : '«spare connection»'
}

function paths({ url }: RouteDocument, door: 'api' | 'operator'): fc.Arbitrary<string> {
  const [, noun = ''] = url.split('/')
  const own = noun === 'connections' ? connectionBehind(door) : (IDS[noun] ?? '«connection»')
  const ids = fc.oneof({ arbitrary: fc.constant(own), weight: 8 }, fc.uuid(), hostileTexts)
  return ids.map((id) => url.replace(/:\w+/, () => encoded(id)))
}

function queries(route: RouteDocument): fc.Arbitrary<string> {
  const fields = mutated(valuesOf(schemaOf(route.query)), 1)
  return fields.map((query) =>
    Object.entries(Object(query))
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${encoded(name)}=${encoded(asText(value))}`)
      .join('&'),
  )
}

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : `${value}`
}

function headersOf({ method, access }: RouteDocument): fc.Arbitrary<Record<string, string>> {
  const keys = fc.oneof(fc.constant('«unique»'), hostileTexts.map(visible))
  const header = (name: string, value: fc.Arbitrary<string>) =>
    fc.option(value, { nil: undefined, freq: 9 }).map((given) => (given ? { [name]: given } : {}))
  const read = method === 'GET' && access === 'read'
  return fc
    .tuple(
      header('x-request-id', hostileTexts.map(visible)),
      header('idempotency-key', keys),
      read ? header('x-min-event-position', hostileTexts.map(visible)) : fc.constant({}),
    )
    .map((all) => Object.assign({}, ...all))
}

function bodies(route: RouteDocument): fc.Arbitrary<string | null> {
  if (route.bodyType !== undefined) return forms
  if (route.body === null) return fc.constant(null)
  const examples = Object.values(route.requestExamples ?? {}).map(({ value }) => value)
  const shaped = valuesOf(schemaOf(route.body))
  const any = examples.length === 0 ? shaped : fc.oneof(shaped, fc.constantFrom(...examples))
  const values = fc.tuple(any, connections).map(([body, connection]) => aimed(body, connection))
  return fc.oneof(
    { arbitrary: mutated(values).map((value) => JSON.stringify(value)), weight: 20 },
    fc.constantFrom('', '{', '[]', 'null', '"a"', '{"a":1,"a":2}'),
  )
}

/** The connection, and so the provider, of a send. */
const connections = fc.oneof(
  { arbitrary: fc.constant('«connection»'), weight: 4 },
  fc.constant('«freemium»'),
)

/** The send with an existing target, because with random targets few sends would get any further. */
function aimed(body: unknown, connection_id: string): unknown {
  if (typeof body !== 'object' || body === null || !('recipient' in body || 'to' in body))
    return body
  return { ...body, conversation_id: undefined, connection_id, from: undefined }
}

const BOUNDARY = 'fuzz-boundary'

const forms: fc.Arbitrary<string> = fc
  .tuple(fc.oneof(fc.constant('«connection»'), hostileTexts), hostileTexts, hostileTexts)
  .map(([id, name, content]) =>
    [
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="connection_id"\r\n\r\n${id}\r\n`,
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${visible(name)}"\r\n`,
      `Content-Type: application/pdf\r\n\r\n%PDF-1.4\n${content}\r\n--${BOUNDARY}--\r\n`,
    ].join(''),
  )

function typeOf({ bodyType }: RouteDocument, body: string | null): Record<string, string> {
  if (body === null) return {}
  const multipart = `multipart/form-data; boundary=${BOUNDARY}`
  return { 'content-type': bodyType === undefined ? 'application/json' : multipart }
}

function schemaOf(schema: z.ZodType): Schema {
  return jsonSchema(schema, 'input', {}) as Schema
}

/** The characters allowed in an HTTP header. */
function visible(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/g, '').slice(0, 4_000)
}

/** Encodes for a path or a query; lone surrogates are removed because they cannot be encoded. */
function encoded(text: string): string {
  return text.startsWith('«') ? text : encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))
}

/** Calls of every route of both APIs and of the operator; new routes are included automatically. */
export const requests: fc.Arbitrary<Case> = fc.oneof(
  ...[...commandRoutes.api, ...queryRoutes].map((route) => callsOf(route, 'api')),
  ...commandRoutes.operator.map((route) => callsOf(route, 'operator')),
)
