import type { z } from 'zod'
import type { RouteDocument } from './api-route.ts'
import { type Json, jsonSchema } from './json-schema.ts'
import { type Callers, IN_SESSION, operation, pathOf, TAGS, WITH_KEY } from './openapi-operation.ts'
import { errorResponses } from './openapi-responses.ts'

export type WebhookDocument = {
  readonly summary: string
  readonly payload: z.ZodType
  readonly example?: unknown
}

export type OpenapiSource = {
  readonly routes: readonly RouteDocument[]
  /** The schema of the error body; its id is `Problem`. */
  readonly problem: z.ZodType
  readonly webhooks: Readonly<Record<string, WebhookDocument>>
}

export function openapiDocument(source: OpenapiSource): Json {
  return documentOf(source, {
    ...{ info: INFO, server: '/api/v1', callers: WITH_KEY, security: API_KEY },
  })
}

export function dashboardDocument(source: OpenapiSource): Json {
  return documentOf(source, {
    ...{ info: DASHBOARD_INFO, server: '/dashboard/v1', callers: IN_SESSION, security: SESSION },
  })
}

type Served = {
  readonly info: Json
  readonly server: string
  readonly callers: Callers
  readonly security: Json
}

function documentOf({ routes, problem, webhooks }: OpenapiSource, served: Served): Json {
  const schemas: Json = {}
  jsonSchema(problem, 'output', schemas)
  const paths = pathItems(routes, schemas, served.callers)
  const outbound = Object.entries(webhooks).map(([name, webhook]) => [
    name,
    webhookItem(name, webhook, schemas),
  ])
  return {
    openapi: '3.1.0',
    info: served.info,
    servers: [{ url: served.server, description: 'This server.' }],
    tags: [
      { name: TAGS.both, description: 'Serves official and Basic-plan connections.' },
      { name: TAGS.official, description: 'Serves official connections; Official or Agency plan.' },
    ],
    security: [{ [served.callers.scheme]: [] }],
    paths,
    webhooks: Object.fromEntries(outbound),
    components: {
      securitySchemes: { [served.callers.scheme]: served.security },
      headers: HEADERS,
      responses: usedResponses(errorResponses(), paths),
      schemas: sorted(schemas),
    },
  }
}

const INFO = {
  title: 'Recado',
  version: '1.1.0',
  summary: 'CRM funnel, conversations, WhatsApp messaging, media, templates, sales and webhooks.',
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

const DASHBOARD_INFO = {
  ...INFO,
  title: 'Recado: dashboard',
  summary: 'Routes of the dashboard’s page. Those of the public API are served here too.',
}

const SESSION = {
  type: 'apiKey',
  in: 'cookie',
  name: 'recado',
  description:
    'The cookie of POST /session, `__Host-recado` where PUBLIC_URL is https. Changes are accepted from our own pages only. ' +
    'Each operation names the right that it needs: read, write or owner.',
}

const API_KEY = {
  type: 'http',
  scheme: 'bearer',
  description: 'An API key, `rcd_live_…`. Each operation names the scope, read or write, it needs.',
}

const text = (description: string) => ({ description, schema: { type: 'string' } })

const HEADERS = {
  RequestId: text('The x-request-id sent, or a new one: quote it when you ask for help.'),
  RateLimitPolicy: text('Requests per window in seconds, such as "default";q=120;w=60.'),
  RateLimit: text('Requests left and seconds until more, such as "default";r=37;t=21.'),
  RetryAfter: {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
  },
  EventPosition: text(
    'Position of the write in the log; send it as x-min-event-position to read it.',
  ),
  ReadConsistency: text('`pending` when reads may not show the write yet.'),
}

function pathItems(routes: readonly RouteDocument[], schemas: Json, callers: Callers): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = pathOf(route)
    const item = paths[path] ?? {}
    paths[path] = item
    item[route.method.toLowerCase()] = operation(route, schemas, callers)
  }
  return sorted(paths)
}

function webhookItem(name: string, { summary, payload, example }: WebhookDocument, schemas: Json) {
  const schema = jsonSchema(payload, 'output', schemas)
  const content = { schema, ...(example === undefined ? {} : { example }) }
  return {
    post: {
      operationId: name.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase()),
      tags: [TAGS.both],
      summary,
      security: [],
      requestBody: { required: true, content: { 'application/json': content } },
      responses: {
        '2XX': { description: 'Accepted. After any other answer the delivery is retried.' },
        '4XX': { description: 'Not accepted: retried later; 410 deactivates the webhook.' },
      },
    },
  }
}

function usedResponses(responses: Json, paths: Json): Json {
  const text = JSON.stringify(paths)
  return Object.fromEntries(
    Object.entries(responses).filter(([name]) => text.includes(`#/components/responses/${name}"`)),
  )
}

function sorted(record: Json): Json {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
