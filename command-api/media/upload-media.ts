import { mediaId } from '@recado/application/ids'
import { connection_id as exampleConnection } from '@recado/contract/example-values'
import { Media } from '@recado/contract/media'
import { media } from '@recado/domain/media/media'
import { uploadMedia } from '@recado/domain/media/upload-media'
import { downloadUrl } from '@recado/infra/http/download-url'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { aside } from '@recado/infra/http/request-places'
import { requireConnection, TAKES_MEDIA } from '@recado/infra/http/require-connection'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { commandRoute } from '../routing/command-route.ts'
import { commandContext } from '../routing/request-context.ts'
import type { KeyInput } from '../routing/route.ts'
import { type MediaType, mediaType } from './media-type.ts'
import { MAX_UPLOAD_BYTES, readUpload, type Upload } from './read-upload.ts'
import { withSpool } from './spool.ts'
import { uploadToProvider } from './upload-to-provider.ts'

/** Only for the OpenAPI document: readUpload parses the form. */
const UploadBody = z
  .unknown()
  .transform(() => undefined)
  .meta({
    openapi: {
      type: 'object',
      required: ['connection_id', 'file'],
      properties: {
        connection_id: {
          type: 'string',
          format: 'uuid',
          description: 'The connection that will send the file.',
        },
        file: {
          type: 'string',
          format: 'binary',
          description:
            'The bytes, at most 100 MB, and not more than WhatsApp accepts for their type.',
        },
      },
    },
  })

type Input = KeyInput<unknown, unknown, undefined>

export const uploadMediaRoute = commandRoute({
  method: 'POST',
  operationId: 'uploadMedia',
  url: '/media',
  summary: 'Upload a file to be sent as media.id',
  description:
    'Recado detects the type from the content. The id is valid on this connection for 30 days.',
  availability: 'official',
  bodyType: 'multipart/form-data',
  bodyLimit: MAX_UPLOAD_BYTES,
  body: UploadBody,
  requestExamples: {
    image: {
      summary: 'An image',
      value: {
        connection_id: exampleConnection,
        file: 'the bytes of vitrine.png',
      },
    },
  },
  problems: [404, 502],
  prepare: (input: Input, deps) =>
    withSpool(deps.uploads.open(input.account.id), async (spool) =>
      upload(await aside(input, () => readUpload(input.request, spool)), input, deps),
    ),
  aggregate: media,
  stream: ({ connection, id }) => mediaId({ connection_id: connection.id, provider_media_id: id }),
  command: ({ connection, id, type: { mime_type }, form: { file, filename }, at }) => ({
    connection_id: connection.id,
    provider_media_id: id,
    filename,
    file_size: file.size,
    sha256: file.sha256,
    mime_type,
    at,
  }),
  decide: uploadMedia,
  refusals: {},
  reply: { 201: z.object({ data: Media }) },
  answer: ({ connection, id, command, request }, { config }) => ({
    data: {
      id,
      mime_type: command.mime_type,
      file_size: String(command.file_size),
      sha256: command.sha256,
      stored: false,
      download_url: downloadUrl(config, request, { connection_id: connection.id, media_id: id }),
      download_requires_authorization: true as const,
    },
  }),
})

async function upload(form: Upload, input: Input, deps: CommandDeps) {
  const able = requireConnection(
    deps,
    { account_id: input.account.id, connection_id: form.connection_id },
    TAKES_MEDIA,
  )
  if (able instanceof HttpProblem) return able
  const type = await typeOf(form)
  if (typeof type === 'string') return invalidInput(`file ${type}`)
  const context = commandContext(input, deps)
  const uploaded = await aside(input, () => uploadToProvider(able, form, type, context, deps))
  return uploaded instanceof HttpProblem
    ? uploaded
    : { connection: able.connection, form, type, id: uploaded.id }
}

async function typeOf({ file, declared, filename }: Upload): Promise<MediaType | string> {
  const { head, size } = file
  // Loaded on demand: the package is large, and many processes never receive an upload.
  const { fileTypeFromFile } = await import('file-type')
  // The parser throws on a malformed file, which then counts as one of unknown type.
  const sniffed = await fileTypeFromFile(file.path).catch(() => undefined)
  return mediaType({ sniffed, head, size, declared, filename })
}
