import type { ConnectionStatus } from '@recado/domain/connection/events'
import { asText } from '@recado/domain/provider-event/loose-json'
import type { ConnectionEntry } from '../../directory/directory.ts'
import type { GraphCalls } from './graph-calls.ts'
import type { GraphResult } from './read-result.ts'

/** A number's status in Meta's words, and what it means for us; null where Meta tells none that we know. */
export type NumberStatus = {
  readonly told: string | null
  readonly status: ConnectionStatus | null
}

/** Meta's words (phone number, `status`). A number that is flagged or restricted still sends; health says how. */
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

/** Asks how the number is, which also shows whether its credentials are taken. */
export async function readNumberStatus(
  graph: Pick<GraphCalls, 'call'>,
  connection: ConnectionEntry,
): Promise<({ readonly kind: 'ok' } & NumberStatus) | Exclude<GraphResult, { kind: 'ok' }>> {
  const path = `/${connection.phone_number_id}?fields=status`
  const result = await graph.call(connection, { method: 'GET', path })
  if (result.kind !== 'ok') return result
  const told = asText(result.body.status)
  return { kind: 'ok', told, status: STATUSES.get(told ?? '') ?? null }
}
