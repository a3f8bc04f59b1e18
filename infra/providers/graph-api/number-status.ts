import type { ConnectionStatus } from '@recado/domain/connection/events'
import { phoneDigits } from '@recado/domain/phone-number'
import { asText } from '@recado/domain/provider-event/loose-json'
import type { TokenOwner } from './graph-api.ts'
import type { GraphCalls } from './graph-calls.ts'
import type { GraphResult } from './read-result.ts'

/** What Meta says of a number. */
export type NumberStatus = {
  /** In Meta's words. */
  readonly told: string | null
  /** What that means for us; null where Meta tells none that we know. */
  readonly status: ConnectionStatus | null
  /** The number as Meta shows it; null where that is no number. */
  readonly phone_number: string | null
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

/** Asks how the number is and is shown, which also shows whether its credentials are taken. */
export async function readNumberStatus(
  graph: Pick<GraphCalls, 'call'>,
  connection: TokenOwner,
): Promise<({ readonly kind: 'ok' } & NumberStatus) | Exclude<GraphResult, { kind: 'ok' }>> {
  const path = `/${connection.phone_number_id}?fields=status,display_phone_number`
  const result = await graph.call(connection, { method: 'GET', path })
  if (result.kind !== 'ok') return result
  const told = asText(result.body.status)
  const status = STATUSES.get(told ?? '') ?? null
  return { kind: 'ok', told, status, phone_number: numberOrNull(result.body.display_phone_number) }
}

const LONGEST_NUMBER = 40

function numberOrNull(shown: unknown): string | null {
  const text = asText(shown)
  if (text === null || text.length > LONGEST_NUMBER) return null
  return /^\d{8,15}$/.test(phoneDigits(text)) ? text : null
}
