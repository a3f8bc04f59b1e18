import { type Ids, providerMessageId } from '@recado/application/ids'
import { shownPricing } from '@recado/application/read-models/pricing'
import { statusError } from '@recado/application/read-models/status-error'
import type { Pricing } from '@recado/contract/message'
import {
  afterAcceptance,
  afterReport,
  afterVerdict,
  type DeliveryReport,
  type DeliveryState,
} from '@recado/domain/message/delivery-state'
import type { StatusIntent } from '@recado/domain/provider-message/events'
import type { Rows } from '../engine/projection.ts'
import { table } from '../engine/table.ts'
import { type MessageRow, messages } from './message-row.ts'
import { isRecipient } from './same-recipient.ts'

/** What the provider has reported about one of its messages, and which of our messages it is, once known. */
export type ProviderMessageRow = {
  readonly id: string
  readonly connection_id: string
  readonly message_id: string | null
  readonly revision: number
  /** Keys by which intake recognises repeated statuses. */
  readonly status_keys: readonly string[]
  readonly reports: readonly StatusReport[]
  /** Withdrawals that came before the message; null without any. */
  readonly withdrawals: readonly Withdrawal[] | null
}

/** `pricing` is there if the status says it. */
type StatusReport = DeliveryReport & { readonly pricing?: Pricing }

/** Somebody in this conversation withdrew the message, by the provider's clock. */
export type Withdrawal = { readonly conversation_id: string; readonly at: string }

export const providerMessages = table<ProviderMessageRow>({ name: 'provider_messages' })

export async function providerMessage(
  rows: Rows,
  of: Ids<'connection_id' | 'provider_message_id'>,
  id = providerMessageId(of),
): Promise<ProviderMessageRow> {
  const empty = {
    id,
    connection_id: of.connection_id,
    message_id: null,
    revision: -1,
    status_keys: [],
    reports: [],
    withdrawals: null,
  }
  return (await rows.get(providerMessages, id)) ?? empty
}

export function reportOf(intent: StatusIntent): StatusReport {
  const error = intent.status === 'failed' ? statusError(intent.errors) : null
  const pricing = shownPricing(intent.pricing)
  const report = { status: intent.status, at: intent.provider_timestamp, error }
  return { ...report, ...(pricing && { pricing }) }
}

/** Sends that a report may still prove, as a partial index has them. */
const WAITS = "provider_message_id is null and send_state is not null and send_state <> 'refused'"
/** A value shared by more waiting sends identifies none of them, and each would be read for every report. */
const MAX_WAITING = 100
/** Rows read: some may no longer wait because of other events of the same batch. */
const MAX_READ = 2_000

/** Finds the send of a report by the correlation value, while the provider's id is unknown. */
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
  // The caller's own value identifies a send only if a single waiting send to this person carries it.
  const where = `connection_id = $2 and ${WAITS}`
  const among = { where, values: [connectionId], most: MAX_READ }
  const carrying = await rows.find(messages, 'biz_opaque_callback_data', value, among)
  const waiting = carrying.filter(waits)
  if (waiting.length > MAX_WAITING) return undefined
  const fitting: MessageRow[] = []
  for (const row of waiting) if (await isRecipient(rows, row, intent.recipient)) fitting.push(row)
  return fitting.length === 1 ? fitting[0] : undefined
}

function isMessageId(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}

/**
 * The send once its provider is known to have taken it, before the provider's id is in the row.
 * @param at when it was taken; null when the reports that follow say so
 */
export function withAcceptance(row: MessageRow, at: string | null): MessageRow {
  return withState(row, afterAcceptance(row as DeliveryState, isTaken(row), at))
}

/** The send with our own verdict, if that counts. */
export function withVerdict(
  row: MessageRow,
  send_state: 'given_up' | 'refused',
  verdict: Pick<DeliveryReport, 'at' | 'error'>,
): MessageRow {
  const state = afterVerdict(row as DeliveryState, isTaken(row), verdict)
  return { ...withState(row, state), send_state: isTaken(row) ? 'sent' : send_state }
}

export function withReport(row: MessageRow, report: DeliveryReport): MessageRow {
  return withState(row, afterReport(row as DeliveryState, report))
}

function isTaken({ provider_message_id }: MessageRow): boolean {
  return provider_message_id !== null
}

function withState(row: MessageRow, state: DeliveryState): MessageRow {
  const error_class = state.status === 'failed' ? (state.error?.class ?? 'unknown') : null
  return { ...row, ...state, error_class }
}
