import type { ConnectionStatus } from '@recado/domain/connection/events'
import { phoneDigits } from '@recado/domain/phone-number'
import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
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

/**
 * Reads the number's status, display number and throughput; the answer also shows whether the credentials are accepted.
 */
export async function readNumber(
  graph: Pick<GraphCalls, 'call'>,
  connection: ConnectionEntry,
): Promise<ProviderResult<readonly NumberReport[]>> {
  const path = `/${connection.phone_number_id}?fields=status,display_phone_number,throughput`
  // At once, because a person waits for both at a registration.
  const [result, isOnApp] = await Promise.all([
    graph.call(connection, { method: 'GET', path }),
    isOnBusinessApp(graph, connection),
  ])
  return mapResult(result, ({ status, display_phone_number, throughput }) => [
    ...shownNumber(connection, display_phone_number),
    ...newStatus(connection, status),
    ...reportThroughput(connection, asText(asRecord(throughput).level), isOnApp),
  ])
}

/**
 * Asked for alone: an API version that does not know the field refuses the whole call, and has no such numbers.
 * @returns null while Meta does not say
 */
async function isOnBusinessApp(
  graph: Pick<GraphCalls, 'call'>,
  connection: ConnectionEntry,
): Promise<boolean | null> {
  const path = `/${connection.phone_number_id}?fields=is_on_biz_app`
  const result = await graph.call(connection, { method: 'GET', path })
  if (result.kind === 'failed') return null
  return result.kind === 'ok' && asRecord(result.value).is_on_biz_app === true
}

/** Messages per second by Meta's `throughput.level`; inbound ones count as well. Other levels say nothing. */
const STANDARD_MESSAGES_PER_SECOND = 80
const MESSAGES_PER_SECOND_BY_LEVEL = new Map([
  ['STANDARD', STANDARD_MESSAGES_PER_SECOND],
  ['HIGH', 1_000],
])
/** The pace of a number that is also used in the WhatsApp Business app, whatever its level. */
const APP_MESSAGES_PER_SECOND = 20

function reportThroughput(
  { messages_per_second: known }: ConnectionEntry,
  level: string | null,
  isOnApp: boolean | null,
): readonly NumberReport[] {
  const kind = 'connection_throughput'
  // A level alone would let a number on the app send four times too fast until the next check.
  if (isOnApp === null) return []
  if (isOnApp) return [{ kind, messages_per_second: APP_MESSAGES_PER_SECOND, level: null }]
  // What every number has, once this one has left the app.
  const left = known === APP_MESSAGES_PER_SECOND ? STANDARD_MESSAGES_PER_SECOND : undefined
  const messages_per_second = MESSAGES_PER_SECOND_BY_LEVEL.get(level ?? '') ?? left
  return messages_per_second === undefined ? [] : [{ kind, messages_per_second, level }]
}

const MAX_NUMBER_LENGTH = 40

/** The number as Meta displays it, when that differs from ours. */
function shownNumber({ phone_number }: ConnectionEntry, shown: unknown): readonly NumberReport[] {
  const text = asText(shown)
  if (text === null || text === phone_number || text.length > MAX_NUMBER_LENGTH) return []
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
