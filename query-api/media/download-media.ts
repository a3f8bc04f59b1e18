import { MediaParams, MediaQuery } from '@recado/contract/media'
import type { Answer } from '@recado/infra/http/api-route'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { GraphDownload } from '@recado/infra/providers/graph-api/graph-calls'
import { type MediumInfo, mediumInfo } from '@recado/infra/providers/graph-api/media-calls'
import { providerFailed } from '@recado/infra/providers/provider-problem'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { QueryDeps } from '../deps.ts'
import { providerRead } from '../provider-read.ts'
import { findMedium } from './find-medium.ts'

export const downloadMedia = providerRead({
  operationId: 'downloadMedia',
  url: '/media/:id/download',
  summary: 'Download a file in its original content type',
  description:
    'Streamed from the provider; its address and token stay with us. Anything but images (without SVG), audio, video and PDF comes as an attachment.',
  params: MediaParams,
  query: MediaQuery,
  reply: { 200: 'application/octet-stream' },
  find: findMedium,
  answer: async ({ connection }, { params }, deps) => {
    const first = await fetched(connection, params.id, deps)
    // An address lives for five minutes; the provider may count them otherwise than we do.
    const again = first instanceof HttpProblem || first.download.kind !== 'refused'
    const last = again ? first : await fetched(connection, params.id, deps)
    if (last instanceof HttpProblem) return last
    return streamed(last)
  },
})

type Fetched = { readonly info: MediumInfo; readonly download: GraphDownload }

async function fetched(
  connection: ConnectionEntry,
  id: string,
  { graph }: QueryDeps,
): Promise<Fetched | HttpProblem> {
  const info = await mediumInfo(graph, connection, id)
  if (info instanceof HttpProblem) return info
  return { info, download: await graph.download(connection, info.url) }
}

function streamed({ info, download }: Fetched): Answer | HttpProblem {
  if (download.kind !== 'ok') return providerFailed(download.error)
  const { content, length } = download
  const type = contentType(info.mime_type)
  const headers = {
    ...(length !== null && { 'content-length': length }),
    ...(!SHOWN_INLINE.test(type) && { 'content-disposition': 'attachment' }),
  }
  return { status: 200, body: content, type, headers }
}

/** What a browser shows without running it; whoever writes to a number chooses the type, and SVG holds scripts. */
const SHOWN_INLINE = /^((image|audio|video)\/(?!\S*(svg|xml))[\w.+-]+|application\/pdf)(;|$)/i

/** A type that no header can carry would break the answer. */
function contentType(told: string): string {
  return /^[\w.+-]+\/[\w.+-]+(; ?[\w.+-]+=[\w.+-]+)*$/.test(told)
    ? told
    : 'application/octet-stream'
}
