import { asText } from '@recado/domain/provider-event/loose-json'
import { type HttpProblem, notFound } from '../../http/http-problem.ts'
import type { ConnectionEntry } from '../../registry-entries.ts'
import { providerFailed } from '../provider-problem.ts'
import type { GraphCalls } from './graph-calls.ts'
import type { GraphResult } from './read-result.ts'

/** What the provider says of a file. `url` lives for minutes and is never shown. */
export type MediumInfo = {
  readonly mime_type: string
  readonly file_size: string
  readonly sha256: string | null
  readonly url: string
}

type NotOk = Exclude<GraphResult, { kind: 'ok' }>

/** Asks the provider for a file: 404 when it has it no longer (30 days uploaded, 7 days received), else 502. */
export async function mediumInfo(
  graph: Pick<GraphCalls, 'call'>,
  connection: ConnectionEntry,
  id: string,
): Promise<MediumInfo | HttpProblem> {
  const result = await graph.call(connection, { method: 'GET', path: mediumPath(connection, id) })
  if (result.kind !== 'ok') return isGone(result) ? notFound() : providerFailed(result.error)
  const { body } = result
  return {
    mime_type: asText(body.mime_type) ?? 'application/octet-stream',
    file_size: asText(body.file_size) ?? '0',
    sha256: asText(body.sha256),
    url: asText(body.url) ?? '',
  }
}

/** Where a file is asked for and deleted; the number's id makes Meta check whose it is. */
export function mediumPath({ phone_number_id }: ConnectionEntry, id: string): string {
  return `/${encodeURIComponent(id)}?phone_number_id=${phone_number_id}`
}

/** Whether the provider says that it has no such file. */
export function isGone({ kind, error }: NotOk): boolean {
  return kind === 'refused' && (error.class === 'invalid' || error.class === 'media')
}
