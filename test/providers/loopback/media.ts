import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { asText } from '@recado/domain/provider-event/loose-json'
import type { MediaCalls } from '@recado/infra/providers/media-calls'
import { type Gone, mapResult } from '@recado/infra/providers/provider-result'
import type { LoopCall } from './loop-call.ts'

const gone: Gone = {
  kind: 'gone',
  error: { code: 'http_404', class: 'media', title: 'No such file', details: null },
}

/** Files stored in the network. */
export function loopMedia(networkUrl: string, call: LoopCall): MediaCalls {
  const ask = (method: string, id: string) => fetch(`${networkUrl}/files/${id}`, { method })
  return {
    async upload(_, { path, mime_type }) {
      const result = await call('POST', '/files', await readFile(path), mime_type)
      return mapResult(result, ({ id }) => asText(id))
    },
    async info(_, id) {
      const { ok, headers } = await ask('HEAD', id)
      if (!ok) return gone
      const mime_type = headers.get('content-type') ?? ''
      const file_size = headers.get('content-length') ?? '0'
      return { kind: 'ok', value: { mime_type, file_size, sha256: null } }
    },
    async download(_, id) {
      const { ok, headers, body } = await ask('GET', id)
      if (!ok || body === null) return gone
      const content = Readable.fromWeb(body as ReadableStream)
      const mime_type = headers.get('content-type') ?? ''
      return { kind: 'ok', value: { mime_type, content, length: headers.get('content-length') } }
    },
    async delete(_, id) {
      const result = await call('DELETE', `/files/${id}`)
      return result.kind === 'refused' ? gone : result
    },
  }
}
