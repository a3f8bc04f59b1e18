import type { FastifyInstance, FastifyRequest } from 'fastify'
import { graphError, unknownObject } from './graph-error.ts'
import type { Medium } from './media-store.ts'
import type { Simulator } from './simulator.ts'

type ById = { Params: { version: string; id: string } }

/** Upload, download and deletion of media. `numberRoutes` answers `GET /{media_id}`. */
export function mediaRoutes(app: FastifyInstance, simulator: Simulator): void {
  app.post<ById>('/:version/:id/media', async (request, reply) => {
    const form = await formOf(request)
    const file = form.get('file')
    if (form.get('messaging_product') !== 'whatsapp' || !(file instanceof File)) {
      const error = graphError(100, 'messaging_product and file are required')
      return reply.code(error.status).send(error.body)
    }
    const type = form.get('type')
    const mimeType = typeof type === 'string' && type.includes('/') ? type : file.type
    const bytes = Buffer.from(await file.arrayBuffer())
    return { id: (await simulator.media.add(request.params.id, mimeType, bytes)).id }
  })

  app.delete<ById>('/:version/:id', async (request, reply) => {
    if (await simulator.media.remove(request.params.id)) return { success: true }
    const error = unknownObject(request.params.id)
    return reply.code(error.status).send(error.body)
  })

  app.get<{ Params: { id: string }; Querystring: { until: string } }>(
    '/media-download/:id',
    async (request, reply) => {
      const medium = simulator.media.get(request.params.id)
      if (!medium || Number(request.query.until) < Date.now()) return reply.code(404).send('')
      return reply.type(medium.mime_type).send(await simulator.media.read(medium.id))
    },
  )
}

/** What `GET /{media_id}` answers: an address that works for `media_url_ms`. */
export function mediumInfo(request: FastifyRequest, simulator: Simulator, medium: Medium): object {
  const until = Date.now() + simulator.behaviour.media_url_ms
  const { id, mime_type, sha256, file_size } = medium
  const url = `${request.protocol}://${request.host}/media-download/${id}?until=${until}`
  return { messaging_product: 'whatsapp', url, mime_type, sha256, file_size: String(file_size), id }
}

/** Parses a multipart body with the parser that Node has for `fetch`. */
async function formOf(request: FastifyRequest): Promise<FormData> {
  const type = request.headers['content-type'] ?? ''
  const body = new Uint8Array(request.body as Buffer)
  return new Response(body, { headers: { 'content-type': type } }).formData()
}
