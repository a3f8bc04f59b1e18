import { asRecord } from '@recado/domain/provider-event/loose-json'
import { answerJson } from '@recado/infra/providers/answer-json'
import type { GraphCalls } from '@recado/infra/providers/graph-api/graph-calls'
import {
  type NumberStatus,
  readNumberStatus,
} from '@recado/infra/providers/graph-api/number-status'
import type { WahaClient } from '@recado/infra/providers/waha/waha-client'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { Intent } from '@recado/translation/intent'
import { wahaSession } from '@recado/translation/waha/session'

/** What a provider can say of a number: how it is, or which one was paired. */
export type NumberReport = Extract<Intent, { kind: 'connection_status' | 'connection_number' }>

/** Whom to ask; without a gateway nothing is known of freemium numbers. */
export type NumberSources = {
  readonly graph: Pick<GraphCalls, 'call'>
  readonly gateway: Pick<WahaClient, 'call'> | null
}

/**
 * What the provider says of a number at this moment. Nothing when it cannot be asked, or says what we do not
 * know: that is no news of the number.
 * @param at now, ISO 8601
 */
export function readNumber(
  { graph, gateway }: NumberSources,
  connection: ConnectionEntry,
  at: string,
): Promise<readonly NumberReport[]> {
  if (connection.type === 'official') return readOfficial(graph, connection)
  return gateway === null ? Promise.resolve([]) : readSession(gateway, connection, at)
}

async function readOfficial(
  graph: NumberSources['graph'],
  connection: ConnectionEntry,
): Promise<readonly NumberReport[]> {
  const read = await readNumberStatus(graph, connection)
  const kind = 'connection_status'
  if (read.kind !== 'ok') {
    const { class: errorClass, ...details } = read.error
    return errorClass === 'auth' ? [{ kind, status: 'error', reason: 'auth_failed', details }] : []
  }
  const { told, phone_number } = read
  const shown = phone_number === null || phone_number === connection.phone_number
  const number = { kind: 'connection_number', phone_number: phone_number ?? '' } as const
  return [...(shown ? [] : [number]), ...statusNews(connection, read.status, told)]
}

function statusNews(
  connection: ConnectionEntry,
  status: NumberStatus['status'],
  told: string | null,
): readonly NumberReport[] {
  const kind = 'connection_status'
  const details = { status: told }
  // Whoever answers takes the credentials, whatever else is said.
  if (connection.status === 'error' && (status ?? 'connected') === 'connected')
    return [{ kind, status: 'connected', reason: 'auth_recovered', details }]
  return status === null ? [] : [{ kind, status, reason: 'number_status', details }]
}

async function readSession(
  gateway: NonNullable<NumberSources['gateway']>,
  { session }: ConnectionEntry,
  at: string,
): Promise<readonly NumberReport[]> {
  const path = `/api/sessions/${encodeURIComponent(session ?? '')}`
  const result = await gateway.call('GET', path)
  if (result.kind !== 'answered' || result.answer.status !== 200) return []
  const told = answerJson(result.answer.body)
  return wahaSession(told, { me: asRecord(told.me).id, told_at: at }).filter(isNews)
}

function isNews(intent: Intent): intent is NumberReport {
  return intent.kind === 'connection_status' || intent.kind === 'connection_number'
}
