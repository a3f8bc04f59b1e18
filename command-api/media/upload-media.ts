import { canDo } from '@recado/contract/connection'
import { Media } from '@recado/contract/media'
import { media } from '@recado/domain/media/media'
import { uploadMedia } from '@recado/domain/media/upload-media'
import { asText } from '@recado/domain/provider-event/loose-json'
import type { ConnectionEntry } from '@recado/infra/directory/directory'
import { type Need, ownConnection } from '@recado/infra/directory/own-connection'
import { execute } from '@recado/infra/event-store/execute'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { downloadUrl } from '@recado/infra/media/download-url'
import { mediumId } from '@recado/infra/media/own-medium'
import { providerFailed, providerRefused } from '@recado/infra/providers/provider-problem'
import { noteCredentials } from '@recado/infra/sending/note-credentials'
import { fileTypeFromFile } from 'file-type'
import { z } from 'zod'
import { commandContext } from '../command-context.ts'
import type { CommandDeps } from '../deps.ts'
import { type KeyInput, route, type WriteAnswer } from '../route.ts'
import { type MediaType, mediaType } from './media-type.ts'
import { LARGEST_UPLOAD, readUpload, type Upload } from './read-upload.ts'
import { withSpool } from './spool.ts'
import { uploadForm } from './upload-form.ts'

const UPLOADS_MEDIA: Need = {
  of: (type) => canDo(type, 'media_upload'),
  otherwise: 'the connection does not support media; official connections do',
}

/** What the form holds is read by hand, as it comes; this is for the document. */
const UploadBody = z
  .unknown()
  .transform(() => undefined)
  .meta({
    openapi: {
      type: 'object',
      required: ['connection_id', 'file'],
      properties: {
        connection_id: { type: 'string', format: 'uuid' },
        file: {
          type: 'string',
          format: 'binary',
          description: 'At most 100 MB, and what WhatsApp takes of this type.',
        },
      },
    },
  })

type Input = KeyInput<unknown, unknown, undefined>

export const uploadMediaRoute = route({
  method: 'POST',
  url: '/media',
  summary: 'Upload a file to be sent as media.id',
  description: 'Its type is told by its content. The id belongs to this connection, for 30 days.',
  availability: 'official',
  bodyType: 'multipart/form-data',
  bodyLimit: LARGEST_UPLOAD,
  body: UploadBody,
  reply: { 201: z.object({ data: Media }) },
  replyExamples: {
    201: {
      value: {
        data: {
          id: '900000000000001',
          mime_type: 'image/png',
          file_size: '20481',
          sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
          download_url:
            'https://recado.example/api/v1/media/900000000000001/download?connection_id=6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
          download_requires_authorization: true,
        },
      },
    },
  },
  problems: [404, 502],
  handle: (input: Input, deps) =>
    withSpool(async (folder) => {
      const upload = await readUpload(input.request, folder)
      const { directory } = deps
      const { id } = input.account
      const connection = ownConnection(directory, id, upload.connection_id, UPLOADS_MEDIA)
      if (connection instanceof HttpProblem) return connection
      const type = await typeOf(upload)
      return typeof type === 'string'
        ? invalidInput(`file ${type}`)
        : handOver(connection, upload, type, input, deps)
    }),
})

async function typeOf({ file, declared, filename }: Upload): Promise<MediaType | string> {
  const { head, size } = file
  // A file that lies about its structure has no type, and is no fault of ours.
  const sniffed = await fileTypeFromFile(file.path).catch(() => undefined)
  return mediaType({ sniffed, head, size, declared, filename })
}

/** Sends the file to the provider and notes what it calls it. */
async function handOver(
  connection: ConnectionEntry,
  upload: Upload,
  type: MediaType,
  input: Input,
  deps: CommandDeps,
): Promise<WriteAnswer | HttpProblem> {
  const context = commandContext(input, deps)
  const path = `/${connection.phone_number_id}/media`
  const stream = uploadForm(upload.file, type)
  const result = await deps.graph.call(connection, { method: 'POST', path, stream })
  noteCredentials({ ...deps, background: deps.sending.background }, connection, result, context)
  if (result.kind === 'refused') return providerRefused(result.error)
  if (result.kind === 'failed') return providerFailed(result.error)
  const id = asText(result.body.id)
  if (id === null) return new HttpProblem(502, 'provider_error', 'the provider answered no id')
  const { size: file_size, sha256 } = upload.file
  const { mime_type } = type
  const { filename } = upload
  const known = { connection_id: connection.id, provider_media_id: id, mime_type, filename }
  const command = { ...known, file_size, sha256, at: context.now().toISOString() }
  const stream_id = mediumId(connection.id, id)
  const order = { aggregate: media, id: stream_id, decide: uploadMedia, command, context }
  const done = await execute(deps, order)
  const data = {
    id,
    mime_type,
    file_size: String(file_size),
    sha256,
    download_url: downloadUrl(deps.config, input.request, connection.id, id),
    download_requires_authorization: true as const,
  }
  return { status: 201, body: { data }, position: 'position' in done ? done.position : null }
}
