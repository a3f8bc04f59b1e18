import { EventName } from '@recado/contract/kinds'
import type { ApiRoute } from '@recado/infra/http/api-route'
import { notFound } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import type { ServedDeps } from '../deps.ts'

const SCHEMA_TYPE = 'application/schema+json; charset=utf-8'
const Params = z.object({
  name: EventName.describe('Such as MessageReceived or whatsapp.message.received.'),
})

/** One schema. It changes only with a release, so clients can revalidate it by its ETag. */
export const getSchema: ApiRoute<ServedDeps> = {
  method: 'GET',
  operationId: 'getSchema',
  url: '/schemas/:name',
  summary: 'Get the JSON Schema of a fact or a webhook event',
  description:
    'Extension. JSON Schema 2020-12 of the data of a fact, or of the body posted to a webhook. Sends an `ETag`, and answers 304 to one in `If-None-Match` that is still current.',
  access: 'anyone',
  availability: 'both',
  planGate: 'route',
  params: Params,
  query: z.object({}),
  body: null,
  headers: { 'if-none-match': { description: 'The `ETag` of the schema that the caller has.' } },
  reply: { 200: 'application/schema+json' },
  problems: [404],
  handle: async ({ params, request }, { schemas }) => {
    const schema = schemas.get((params as z.output<typeof Params>).name)
    if (schema === undefined) return notFound()
    const headers = { etag: schema.etag, 'cache-control': 'public, max-age=3600' }
    const status = isAmong(request.headers['if-none-match'], schema.etag) ? 304 : 200
    return { status, headers, type: SCHEMA_TYPE, body: status === 304 ? '' : schema.text }
  },
}

/** Ignores `W/`, which a compressing gateway adds to the tag. */
function isAmong(tags: string | undefined, etag: string): boolean {
  return (tags ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
