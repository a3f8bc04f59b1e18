import type { ConnectionStatus } from '@recado/domain/connection/events'
import { asText } from '@recado/domain/provider-event/loose-json'
import type { Intent } from '../intent.ts'
import { personJid } from './jid.ts'

const STATUSES = new Map<string, ConnectionStatus>([
  ['WORKING', 'connected'],
  ['STARTING', 'connecting'],
  ['SCAN_QR_CODE', 'connecting'],
  ['STOPPED', 'disconnected'],
  ['FAILED', 'error'],
])

/** `session.status`: whether the number can be used, and once it works, which number was paired. */
export function wahaSession(
  payload: Readonly<Record<string, unknown>>,
  { me, told_at }: { readonly me: unknown; readonly told_at: string },
): readonly Intent[] {
  const told = asText(payload.status) ?? ''
  const status = told.startsWith('PASSKEY_') ? 'connecting' : STATUSES.get(told)
  if (status === undefined) return [{ kind: 'unreadable', reason: 'unknown_session_status' }]
  const details = { status: told, told_at }
  const news: Intent = { kind: 'connection_status', status, reason: 'session.status', details }
  const number = status === 'connected' ? personJid(me) : null
  if (number?.kind !== 'phone') return [news]
  return [{ kind: 'connection_number', phone_number: `+${number.digits}` }, news]
}
