import type { MediumCopy } from '@recado/application/media/account-medium'
import { Media, MediaParams, MediaQuery } from '@recado/contract/media'
import { downloadUrl } from '@recado/infra/http/download-url'
import { mediumProblem } from '@recado/infra/providers/provider-problem'
import { z } from 'zod'
import { providerRead } from '../routing/provider-read.ts'
import { findMedium } from './find-medium.ts'

export const getMedia = providerRead({
  operationId: 'getMedia',
  url: '/media/:id',
  summary: 'Get the metadata of a file',
  description:
    'For files that the connection uploaded or received; read from the provider unless Recado keeps a copy.',
  params: MediaParams,
  query: MediaQuery,
  reply: { 200: z.object({ data: Media }) },
  find: findMedium,
  answer: async ({ connection, ability: media, medium }, { params, request }, deps) => {
    const copy = deps.mediaStore === null ? null : medium.copy
    const info = copy === null ? await media.info(connection, params.id) : infoOf(copy)
    if (info.kind !== 'ok') return mediumProblem(info)
    const { mime_type, file_size, sha256 } = info.value
    const data = {
      id: params.id,
      mime_type,
      file_size,
      sha256: medium.sha256 ?? sha256,
      stored: copy !== null,
      download_url: downloadUrl(deps.config, request, {
        connection_id: connection.id,
        media_id: params.id,
      }),
      download_requires_authorization: true,
    }
    return { status: 200, body: { data } }
  },
})

function infoOf({ mime_type, size }: MediumCopy) {
  const value = { mime_type, file_size: String(size), sha256: null }
  return { kind: 'ok', value } as const
}
