import { asRecord } from '@recado/domain/provider-event/loose-json'
import type { Intent } from '@recado/translation/intent'
import { wahaSession } from '@recado/translation/waha/session'
import type { ConnectionEntry } from '../../registry-entries.ts'
import { answerJson } from '../answer-json.ts'
import type { NumberReport } from '../provider.ts'
import type { WahaCalls } from './waha-client.ts'

export async function readSession(
  client: WahaCalls,
  { session }: ConnectionEntry,
  at: string,
): Promise<readonly NumberReport[]> {
  const path = `/api/sessions/${encodeURIComponent(session ?? '')}`
  const result = await client.call('GET', path)
  if (result.kind !== 'answered' || result.answer.status !== 200) return []
  const told = answerJson(result.answer.body)
  return wahaSession(told, { me: asRecord(told.me).id, told_at: at }).filter(isReport)
}

function isReport(intent: Intent): intent is NumberReport {
  return intent.kind === 'connection_status' || intent.kind === 'connection_number'
}
