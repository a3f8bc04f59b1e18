import type { FastifyInstance } from 'fastify'
import { type Simulator, templatesOf } from './simulator.ts'
import type { Template } from './templates.ts'

type ListQuery = {
  limit?: string
  after?: string
  name?: string
  status?: string
  language?: string
  category?: string
}

/** `GET /{waba_id}/message_templates`: pages by cursor, of 25 templates unless `limit` is given. */
export function templateRoutes(app: FastifyInstance, simulator: Simulator): void {
  app.get<{ Params: { id: string; version: string }; Querystring: ListQuery }>(
    '/:version/:id/message_templates',
    async (request) => {
      const { limit = '25', after } = request.query
      const matching = templatesOf(simulator, request.params.id).filter((each) =>
        matches(each, request.query),
      )
      const start = after === undefined ? 0 : Number(Buffer.from(after, 'base64url'))
      const end = start + Number(limit)
      const data = matching.slice(start, end)
      const cursors = { before: cursor(start), after: cursor(Math.min(end, matching.length)) }
      const next = `${request.protocol}://${request.host}/${request.params.version}/${request.params.id}/message_templates?limit=${limit}&after=${cursors.after}`
      return { data, paging: { cursors, ...(end < matching.length && { next }) } }
    },
  )
}

function matches(template: Template, query: ListQuery): boolean {
  const filters = ['name', 'status', 'language', 'category'] as const
  return filters.every((field) => query[field] === undefined || template[field] === query[field])
}

function cursor(position: number): string {
  return Buffer.from(String(position)).toString('base64url')
}
