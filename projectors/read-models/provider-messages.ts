import {
  afterReport,
  type DeliveryReport,
  type DeliveryState,
} from '@recado/domain/message/delivery-state'
import type { StatusIntent } from '@recado/domain/provider-message/events'
import type { Rows } from '../engine/projection.ts'
import { table } from '../engine/table.ts'
import { type MessageRow, messages } from './message-row.ts'
import { isRecipient } from './same-recipient.ts'
import { statusError } from './status-error.ts'

/** What the provider has told of one of its messages, and which of ours it is, once known. */
export type ProviderMessageRow = {
  readonly id: string
  readonly message_id: string | null
  readonly revision: number
  /** What makes a report the same as another, for those who write them. */
  readonly status_keys: readonly string[]
  readonly reports: readonly DeliveryReport[]
}

export const providerMessages = table<ProviderMessageRow>({ name: 'provider_messages' })

/** What of the provider's is known by this id; empty before anything is. */
export async function providerMessage(rows: Rows, id: string): Promise<ProviderMessageRow> {
  const empty = { id, message_id: null, revision: -1, status_keys: [], reports: [] }
  return (await rows.get(providerMessages, id)) ?? empty
}

/** A status as a report on the message's way. */
export function reportOf(intent: StatusIntent): DeliveryReport {
  const error = intent.status === 'failed' ? statusError(intent.errors) : null
  return { status: intent.status, at: intent.provider_timestamp, error }
}

/** The sends that a report may still prove, as an index has them. */
const WAITS = "provider_message_id is null and send_state is not null and send_state <> 'refused'"
/** A value that more sends of a connection wait with tells nobody apart, and each of them would be read for each report. */
const MOST_WAITING = 100
/** So many are read: others of the same batch may have ended their waiting. */
const MOST_READ = 2_000

/** The send that a report belongs to when the provider's id is not yet known: by the value that travelled. */
export async function messageByCorrelation(
  rows: Rows,
  connectionId: string,
  intent: StatusIntent,
): Promise<MessageRow | undefined> {
  const value = intent.biz_opaque_callback_data
  if (value === null) return undefined
  const waits = (row: MessageRow) =>
    row.connection_id === connectionId &&
    row.send_state !== null &&
    row.send_state !== 'refused' &&
    row.provider_message_id === null
  if (isMessageId(value)) {
    const row = await rows.get(messages, value)
    if (row !== undefined && row.biz_opaque_callback_data === null && waits(row)) return row
  }
  // The caller's own value travelled: it counts only when a single waiting send to this person carried it.
  const where = `connection_id = $2 and ${WAITS}`
  const among = { where, values: [connectionId], most: MOST_READ }
  const carrying = await rows.find(messages, 'biz_opaque_callback_data', value, among)
  const waiting = carrying.filter(waits)
  if (waiting.length > MOST_WAITING) return undefined
  const fitting: MessageRow[] = []
  for (const row of waiting) if (await isRecipient(rows, row, intent.recipient)) fitting.push(row)
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Whether a value may be one of our message ids, which are uuids in lower case. */
function isMessageId(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}

/** A message's columns after a report. */
export function withReport(row: MessageRow, report: DeliveryReport): MessageRow {
  const state = afterReport(row as DeliveryState, report)
  const error_class = state.status === 'failed' ? (state.error?.class ?? 'unknown') : null
  return { ...row, ...state, error_class }
}
