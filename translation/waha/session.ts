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

export type SessionContext = {
  readonly me: unknown
  readonly told_at: string
  /** How often its number had moved when the session was made: a session that a number left behind has less. */
  readonly placement: number
}

/** Reads `session.status`: the connection's status and, once the session works, the paired number. */
export function wahaSession(
  payload: Readonly<Record<string, unknown>>,
  { me, told_at, placement }: SessionContext,
): readonly Intent[] {
  const sessionStatus = asText(payload.status) ?? ''
  const status = sessionStatus.startsWith('PASSKEY_') ? 'connecting' : STATUSES.get(sessionStatus)
  if (status === undefined) return [{ kind: 'unreadable', reason: 'unknown_session_status' }]
  const details = { status: sessionStatus, told_at }
  const change: Intent = {
    kind: 'connection_status',
    status,
    reason: 'session.status',
    details,
    placement,
  }
  const number = status === 'connected' ? personJid(me) : null
  if (number?.kind !== 'phone') return [change]
  return [
    { kind: 'connection_number', phone_number: `+${number.digits}`, told_at, placement },
    change,
  ]
}
