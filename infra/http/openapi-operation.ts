import type { z } from 'zod'
import type { Example, RouteDocument } from './api-route.ts'
import { type Json, jsonSchema } from './json-schema.ts'
import { errorReferences } from './openapi-responses.ts'

/** The tag of an operation: which connections it serves. */
export const TAGS = { both: 'Official + Basic', official: 'Official only' } as const

const COMMON_HEADERS = { 'x-request-id': { $ref: '#/components/headers/RequestId' } }
const RATE_LIMIT_HEADERS = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
}
const WRITE_HEADERS = {
  'x-event-position': { $ref: '#/components/headers/EventPosition' },
  'x-read-consistency': { $ref: '#/components/headers/ReadConsistency' },
}

/** How callers authenticate, and how each right is described. */
export type Callers = {
  readonly scheme: string
  readonly needs: Readonly<Record<Exclude<RouteDocument['access'], 'operator'>, string>>
}

export const WITH_KEY: Callers = {
  scheme: 'apiKey',
  needs: {
    anyone: 'Needs no key.',
    read: 'Needs the scope `read`.',
    write: 'Needs the scope `write`.',
    owner: 'No API key may call this.',
  },
}

export const IN_SESSION: Callers = {
  scheme: 'session',
  needs: {
    anyone: 'Needs no session.',
    read: 'Every user may call this.',
    write: 'Developers and owners may call this.',
    owner: 'Owners may call this.',
  },
}

/** A route as an OpenAPI operation. Schemas with an id go to `components`. */
export function operation(route: RouteDocument, components: Json, callers: Callers): Json {
  return {
    operationId: operationId(route),
    tags: [TAGS[route.availability]],
    summary: route.summary,
    description: description(route, callers),
    security: route.access === 'anyone' ? [] : [{ [callers.scheme]: [route.access] }],
    parameters: [
      ...fields(route.params, 'path', components),
      ...fields(route.query, 'query', components),
      ...headers(route),
    ],
    ...requestBody(route, components),
    responses: { ...replies(route, components), ...errorReferences(route) },
  }
}

export function pathOf({ url }: Pick<RouteDocument, 'url'>): string {
  return url.replace(/:(\w+)/g, '{$1}')
}

function operationId({ operationId, method, url }: RouteDocument): string {
  if (operationId !== undefined) return operationId
  throw new Error(`${method} ${url} needs an operationId to be described`)
}

function description(
  { description, access, availability }: RouteDocument,
  callers: Callers,
): string {
  const needs =
    availability === 'official'
      ? ' Needs an official connection and the Official or Agency plan.'
      : ''
  return `${description === undefined ? '' : `${description}\n\n`}${access === 'operator' ? '' : callers.needs[access]}${needs}`
}

function fields(schema: z.ZodType, place: 'path' | 'query', components: Json): Json[] {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input', components) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, deprecated, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
    schema,
  }))
}

function headers({ headers = {}, method, access }: RouteDocument): Json[] {
  const shown = method === 'GET' && access === 'read' ? { ...headers, ...READ_HEADERS } : headers
  return Object.entries(shown).map(([name, { description, ...bounds }]) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', ...bounds },
  }))
}

const READ_HEADERS = {
  'x-min-event-position': {
    description:
      'The x-event-position of a write: the answer shows at least that state, or is 503 with Retry-After. A log that ' +
      'was moved to another server has other positions: x-event-position of the 503 then is the end of the log.',
  },
}

function requestBody(route: RouteDocument, components: Json): Json {
  if (route.body === null) return {}
  const schema = jsonSchema(route.body, 'input', components)
  const content = {
    [route.bodyType ?? 'application/json']: {
      schema,
      ...(route.requestExamples === undefined ? {} : { examples: route.requestExamples }),
    },
  }
  return { requestBody: { required: namesRequired(schema) || !takesNothing(route.body), content } }
}

/** Of a body that its route parses by itself, such as a form, only the document knows what it must have. */
function namesRequired({ required }: Json): boolean {
  return Array.isArray(required) && required.length > 0
}

// A missing body is read as an empty object.
function takesNothing(body: z.ZodType): boolean {
  return body.safeParse({}, { reportInput: true }).success
}

function replies(route: RouteDocument, components: Json): Json {
  const shared = {
    ...COMMON_HEADERS,
    ...(route.access === 'anyone' ? {} : RATE_LIMIT_HEADERS),
    ...(route.method === 'GET' ? {} : WRITE_HEADERS),
  }
  const entries = Object.entries(route.reply).map(([status, schema]) => {
    const example = route.replyExamples?.[Number(status)]
    const others = Object.entries(route.otherTypes?.[Number(status)] ?? {}).map(([type, other]) =>
      contentOf(type, other, components),
    )
    const content = Object.assign(contentOf(schema, example, components), ...others)
    const described = { description: STATUS_DESCRIPTIONS[status] ?? 'Success.', headers: shared }
    return [status, status === NO_CONTENT ? described : { ...described, content }]
  })
  return Object.fromEntries(entries)
}

function contentOf(
  schema: z.ZodType | string,
  example: Example | undefined,
  components: Json,
): Json {
  const shown = example === undefined ? {} : { example: example.value }
  return typeof schema === 'string'
    ? { [schema]: { schema: schemaOfType(schema), ...shown } }
    : { 'application/json': { schema: jsonSchema(schema, 'output', components), ...shown } }
}

/** What a client gets of a media type that no schema of ours describes: a text, an object, or bytes. */
function schemaOfType(type: string): Json {
  if (type.startsWith('text/')) return { type: 'string' }
  return type.endsWith('+json') ? { type: 'object' } : { type: 'string', format: 'binary' }
}

const NO_CONTENT = '204'

const STATUS_DESCRIPTIONS: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Done; the answer has no body.',
}
