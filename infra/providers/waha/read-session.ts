import { asRecord } from '@recado/domain/provider-event/loose-json'
import type { Intent } from '@recado/translation/intent'
import { wahaSession } from '@recado/translation/waha/session'
import type { ConnectionEntry } from '../../registry-entries.ts'
import { answerJson } from '../answer-json.ts'
import type { NumberReport } from '../provider.ts'
import type { NotOk, ProviderResult } from '../provider-result.ts'
import type { WahaCalls } from './waha-client.ts'

export async function readSession(
  client: WahaCalls,
  { session, placement }: ConnectionEntry,
  at: string,
): Promise<ProviderResult<readonly NumberReport[]>> {
  const path = `/api/sessions/${encodeURIComponent(session ?? '')}`
  const result = await client.call('GET', path)
  if (result.kind !== 'answered') return failedRead('no_answer', 'The gateway gave no answer')
  const { status, body } = result.answer
  if (status === 404) return { kind: 'ok', value: [missing(placement)] }
  if (status !== 200) return failedRead(`http_${status}`, `The gateway answered ${status}`)
  const told = answerJson(body)
  const value = wahaSession(told, { me: asRecord(told.me).id, told_at: at, placement }).filter(
    isReport,
  )
  return { kind: 'ok', value }
}

/** A gateway that does not know the session has lost it: its phone has to be paired again. */
function missing(placement: number): NumberReport {
  const kind = 'connection_status'
  return {
    kind,
    status: 'disconnected',
    reason: 'session_missing',
    details: { http_status: 404 },
    placement,
  }
}

export function failedRead(code: string, title: string): NotOk {
  return { kind: 'failed', error: { code, class: 'retry', title, details: null } }
}

function isReport(intent: Intent): intent is Extract<Intent, NumberReport> {
  return intent.kind === 'connection_status' || intent.kind === 'connection_number'
}
