import { MediaParams, MediaQuery } from '@recado/contract/media'
import type { Answer } from '@recado/infra/http/api-route'
import type { MediumContent } from '@recado/infra/providers/media-calls'
import { mediumProblem } from '@recado/infra/providers/provider-problem'
import { providerRead } from '../routing/provider-read.ts'
import { findMedium } from './find-medium.ts'
import { openCopy } from './open-copy.ts'

export const downloadMedia = providerRead({
  operationId: 'downloadMedia',
  url: '/media/:id/download',
  summary: 'Download a file in its original content type',
  description:
    'Streams our copy of the file where there is one, else the file from the provider, whose address and token are not revealed. Anything except images (but not SVG), audio, video and PDF is sent as an attachment.',
  params: MediaParams,
  query: MediaQuery,
  reply: { 200: 'application/octet-stream' },
  find: findMedium,
  answer: async (found, { params, request }, deps) => {
    const copy = await openCopy(found, deps, request.log)
    if (copy !== null) return fileAnswer(copy)
    const { connection, ability: media } = found
    const download = await media.download(connection, params.id)
    return download.kind === 'ok' ? fileAnswer(download.value) : mediumProblem(download)
  },
})

function fileAnswer({ mime_type, content, length }: MediumContent): Answer {
  const type = contentType(mime_type)
  const headers = {
    ...(length !== null && { 'content-length': length }),
    ...(!SHOWN_INLINE.test(type) && { 'content-disposition': 'attachment' }),
  }
  return { status: 200, body: content, type, headers }
}

/** Types that a browser shows without running scripts. Senders of messages choose the type, and SVG may hold scripts. */
const SHOWN_INLINE = /^((image|audio|video)\/(?!\S*(svg|xml))[\w.+-]+|application\/pdf)(;|$)/i

/** Replaces a type that is invalid in a header. */
function contentType(type: string): string {
  return /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=[\w.+-]+)*$/.test(type)
    ? type
    : 'application/octet-stream'
}
