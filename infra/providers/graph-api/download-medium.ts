import type { ConnectionEntry } from '../../registry-entries.ts'
import type { MediumContent } from '../media-calls.ts'
import type { Gone, ProviderResult } from '../provider-result.ts'
import type { GraphCalls } from './graph-calls.ts'
import { mediumAddress } from './medium-address.ts'

/** Opens a file. Its URL lives five minutes by Meta's clock, so a refused download is tried once more. */
export async function downloadMedium(
  graph: Pick<GraphCalls, 'call' | 'download'>,
  connection: ConnectionEntry,
  id: string,
): Promise<ProviderResult<MediumContent> | Gone> {
  for (let tries = 1; ; tries++) {
    const address = await mediumAddress(graph, connection, id)
    if (address.kind !== 'ok') return address
    const { url, mime_type } = address.value
    const download = await graph.download(connection, url)
    if (download.kind === 'refused' && tries === 1) continue
    if (download.kind !== 'ok') return download
    const { content, length } = download
    return { kind: 'ok', value: { mime_type, content, length } }
  }
}
