import { answerJson, type Json } from '../answer-json.ts'
import type { CallResult } from '../call-result.ts'
import type { PairingState, WithoutCode } from '../pairing-calls.ts'
import type { WahaCalls } from './waha-client.ts'

/** WhatsApp's codes are not longer, and a longer one would not fit a QR code on a screen. */
const CODE = /^[\x21-\x7e]{1,1024}$/

const STATUSES: Readonly<Record<string, WithoutCode | 'scan' | undefined>> = {
  WORKING: 'paired',
  STARTING: 'starting',
  SCAN_QR_CODE: 'scan',
  PASSKEY_REQUIRED: 'passkey',
  PASSKEY_CONFIRMATION_REQUIRED: 'passkey',
  STOPPED: 'stopped',
  FAILED: 'failed',
}

/** The session's status, if WAHA documents it. */
export function sessionStatus(answer: Json): string | null {
  const { status } = answer
  return typeof status === 'string' && Object.hasOwn(STATUSES, status) ? status : null
}

/** The state of a session, and its code. The status is read first: without a code, WAHA delays a request for it. */
export async function readPairing(client: WahaCalls, session: string): Promise<PairingState> {
  const name = encodeURIComponent(session)
  const asked = answerOf(await client.call('GET', `/api/sessions/${name}`))
  if (typeof asked === 'string') return withoutCode(asked, null)
  const status = sessionStatus(asked)
  const state = status === null ? 'unreadable' : (STATUSES[status] ?? 'unreadable')
  if (state !== 'scan') return withoutCode(state, status)
  const shown = answerOf(await client.call('GET', `/api/${name}/auth/qr?format=raw`))
  if (typeof shown === 'string') return withoutCode(shown, status)
  const { value } = shown
  if (typeof value !== 'string' || !CODE.test(value)) return withoutCode('unreadable', status)
  return { session_status: status, qr: value, reason: null }
}

function withoutCode(reason: WithoutCode, session_status: string | null): PairingState {
  return { session_status, qr: null, reason }
}

function answerOf(result: CallResult): Json | WithoutCode {
  if (result.kind !== 'answered') return result.kind === 'not_sent' ? 'unreachable' : 'no_answer'
  const { status, body } = result.answer
  if (status < 300) return answerJson(body)
  if (status === 401 || status === 403) return 'refused'
  if (status === 404) return 'no_session'
  // The session moved on between the two calls.
  return status === 422 ? 'starting' : 'no_answer'
}
