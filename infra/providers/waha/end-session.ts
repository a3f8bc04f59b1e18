import type { CallResult } from '../call-result.ts'
import type { ProviderResult } from '../provider-result.ts'
import { notOk } from './pairing.ts'
import type { WahaCalls } from './waha-client.ts'

/** Logs a session's phone out and deletes the session. Idempotent: a session that is not there has ended. */
export async function endSession(
  client: WahaCalls,
  session: string,
): Promise<ProviderResult<null>> {
  const path = `/api/sessions/${encodeURIComponent(session)}`
  // WAHA refuses to log a stopped session out; its deletion logs it out too.
  const loggedOut = await client.call('POST', `${path}/logout`, {})
  if (isGone(loggedOut)) return { kind: 'ok', value: null }
  const deleted = await client.call('DELETE', path)
  const isDeleted = deleted.kind === 'answered' && deleted.answer.status < 300
  return isDeleted || isGone(deleted) ? { kind: 'ok', value: null } : notOk(deleted)
}

function isGone(result: CallResult): boolean {
  return result.kind === 'answered' && result.answer.status === 404
}
