import { partOfList, wholeListQuery } from '@recado/contract/page'
import type { ApiRoute } from '@recado/infra/http/api-route'
import { z } from 'zod'
import type { ServedDeps } from '../deps.ts'

const Listed = z.object({
  name: z.string().describe('The type of the fact, or the name of the event.'),
  kind: z
    .enum(['fact', 'webhook'])
    .describe('fact: recorded in the log. webhook: posted to endpoints.'),
  description: z.string().describe('What a fact or event of this name says.'),
  path: z.string().describe('Where GET reads the schema, below /api/v1.'),
})

const Part = z.object(wholeListQuery())

/** The list of schemas, without a key, as the OpenAPI document. */
export const listSchemas: ApiRoute<ServedDeps> = {
  method: 'GET',
  operationId: 'listSchemas',
  url: '/schemas',
  summary: 'List the JSON Schemas of facts and webhook events',
  description:
    'Extension. Every fact of the log and its event stream, and every event that is posted to webhooks.',
  access: 'anyone',
  availability: 'both',
  planGate: 'route',
  params: z.object({}),
  query: Part,
  body: null,
  reply: { 200: z.object({ data: z.array(Listed).describe('Facts first, then webhook events.') }) },
  replyExamples: {
    200: {
      value: {
        data: [
          {
            name: 'MessageReceived',
            kind: 'fact',
            description: 'A person wrote.',
            path: '/schemas/MessageReceived',
          },
        ],
      },
    },
  },
  problems: [],
  handle: async ({ query }, { schemas }) => {
    const part = partOfList([...schemas.values()], query as z.output<typeof Part>)
    const data = part.map(({ name, kind, description }) => ({
      ...{ name, kind, description },
      path: `/schemas/${name}`,
    }))
    return { status: 200, body: { data } }
  },
}
