import { asText } from '@recado/domain/provider-event/loose-json'
import type { ConnectionEntry } from '../../registry-entries.ts'
import type { MediumInfo } from '../media-calls.ts'
import { type Gone, mapResult, type ProviderResult } from '../provider-result.ts'
import type { GraphCalls } from './graph-calls.ts'

/** Meta's description of a file. `url` lives for minutes and is never shown. */
export type MediumAddress = MediumInfo & { readonly url: string }

/** Asks Meta for a file: gone after 30 days (uploaded) or 7 days (received). */
export async function mediumAddress(
  graph: Pick<GraphCalls, 'call'>,
  connection: ConnectionEntry,
  id: string,
): Promise<ProviderResult<MediumAddress> | Gone> {
  const result = await graph.call(connection, { method: 'GET', path: mediumPath(connection, id) })
  return orGone(
    mapResult(result, ({ mime_type, file_size, sha256, url }) => ({
      mime_type: asText(mime_type) ?? 'application/octet-stream',
      file_size: asText(file_size) ?? '0',
      sha256: asText(sha256),
      url: asText(url) ?? '',
    })),
  )
}

/** The path to read and delete a file; the number's id makes Meta check the owner. */
export function mediumPath({ phone_number_id }: ConnectionEntry, id: string): string {
  return `/${encodeURIComponent(id)}?phone_number_id=${phone_number_id}`
}

/** The result, or `gone` when Meta says that it has no such file. */
export function orGone<Value>(result: ProviderResult<Value>): ProviderResult<Value> | Gone {
  if (result.kind !== 'refused') return result
  const { error } = result
  return error.class === 'invalid' || error.class === 'media' ? { kind: 'gone', error } : result
}
