import type { ConnectionStatus } from '@recado/domain/connection/events'
import { phoneDigits } from '@recado/domain/phone-number'
import { asText } from '@recado/domain/provider-event/loose-json'
import type { ConnectionEntry } from '../../registry-entries.ts'
import type { NumberReport } from '../provider.ts'
import { mapResult, type ProviderResult } from '../provider-result.ts'
import type { GraphCalls } from './graph-calls.ts'

/** Meta's values of a phone number's `status`. A flagged or restricted number still sends; its health says more. */
const STATUSES = new Map<string, ConnectionStatus>(
  Object.entries({
    CONNECTED: 'connected',
    FLAGGED: 'connected',
    RESTRICTED: 'connected',
    PENDING: 'pending',
    UNVERIFIED: 'pending',
    DISCONNECTED: 'disconnected',
    MIGRATED: 'disconnected',
    DELETED: 'disconnected',
    BANNED: 'disconnected',
    LINKED: 'disconnected',
    UNLINKED: 'disconnected',
  }),
)

/** Reads the number's status and display number; the answer also shows whether the credentials are accepted. */
export async function readNumber(
  graph: Pick<GraphCalls, 'call'>,
  connection: ConnectionEntry,
): Promise<ProviderResult<readonly NumberReport[]>> {
  const path = `/${connection.phone_number_id}?fields=status,display_phone_number`
  const result = await graph.call(connection, { method: 'GET', path })
  return mapResult(result, ({ status, display_phone_number }) => [
    ...shownNumber(connection, display_phone_number),
    ...newStatus(connection, status),
  ])
}

const MAX_NUMBER = 40

/** The number as Meta displays it, when that differs from ours. */
function shownNumber({ phone_number }: ConnectionEntry, shown: unknown): readonly NumberReport[] {
  const text = asText(shown)
  if (text === null || text === phone_number || text.length > MAX_NUMBER) return []
  if (!/^\d{8,15}$/.test(phoneDigits(text))) return []
  return [{ kind: 'connection_number', phone_number: text }]
}

function newStatus(connection: ConnectionEntry, shown: unknown): readonly NumberReport[] {
  const kind = 'connection_status'
  const text = asText(shown)
  const status = STATUSES.get(text ?? '') ?? null
  const details = { status: text }
  // Any answer proves that the credentials are accepted.
  if ((status ?? 'connected') === 'connected' && connection.status === 'error')
    return [{ kind, status: 'connected', reason: 'auth_recovered', details }]
  if (status === null && connection.status === 'pending')
    return [{ kind, status: 'connected', reason: 'number_status', details }]
  return status === null ? [] : [{ kind, status, reason: 'number_status', details }]
}
