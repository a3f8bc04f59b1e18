import { asText } from '@recado/domain/provider-event/loose-json'
import { providerId } from '../bounded-answer.ts'
import type { MediaCalls } from '../media-calls.ts'
import { mapResult } from '../provider-result.ts'
import { downloadMedium } from './download-medium.ts'
import type { GraphCalls } from './graph-calls.ts'
import { mediumAddress, mediumPath, orGone } from './medium-address.ts'
import { uploadForm } from './upload-form.ts'

/** Files at Meta; each belongs to the number that uploaded or received it. */
export function graphMedia(graph: Pick<GraphCalls, 'call' | 'download'>): MediaCalls {
  return {
    async upload(connection, file) {
      const path = `/${connection.phone_number_id}/media`
      const stream = uploadForm(file)
      const result = await graph.call(connection, { method: 'POST', path, stream })
      return mapResult(result, ({ id }) => providerId(asText(id)))
    },
    info: (connection, id) => mediumAddress(graph, connection, id),
    download: (connection, id) => downloadMedium(graph, connection, id),
    async delete(connection, id) {
      const path = mediumPath(connection, id)
      return orGone(await graph.call(connection, { method: 'DELETE', path }))
    },
  }
}
