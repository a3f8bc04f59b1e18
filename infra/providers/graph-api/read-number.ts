import type { ConnectionStatus } from '@recado/domain/connection/events'
import { phoneDigits } from '@recado/domain/phone-number'
import { asRecord, asText, type Json } from '@recado/domain/provider-event/loose-json'
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

const FIELDS = 'status,display_phone_number,throughput'
/** An API version that does not know it refuses the whole call, and has no such numbers. */
const ON_APP = 'is_on_biz_app'

/**
 * Reads the number's status, display number and throughput, all of one moment; the answer also shows whether the
 * credentials are accepted.
 */
export async function readNumber(
  graph: Pick<GraphCalls, 'call'>,
  connection: ConnectionEntry,
): Promise<ProviderResult<readonly NumberReport[]>> {
  const read = (fields: string) =>
    graph.call(connection, {
      method: 'GET',
      path: `/${connection.phone_number_id}?fields=${fields}`,
    })
  const answer = await read(`${FIELDS},${ON_APP}`)
  const isUnknown = answer.kind !== 'ok' && answer.error.title?.includes(ON_APP)
  return mapResult(isUnknown ? await read(FIELDS) : answer, (number) => [
    ...shownNumber(connection, number.display_phone_number),
    ...newStatus(connection, number.status),
    ...reportThroughput(connection, number),
  ])
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
  number: Json,
): readonly NumberReport[] {
  const kind = 'connection_throughput'
  const level = asText(asRecord(number.throughput).level)
  if (number[ON_APP] === true)
    return [{ kind, messages_per_second: APP_MESSAGES_PER_SECOND, level: null }]
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
