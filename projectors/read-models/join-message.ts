import type { Ids } from '@recado/application/ids'
import { pricingOf } from '@recado/application/read-models/pricing'
import type { MessageRevoked } from '@recado/domain/message/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Rows } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { replaceImported } from './imported-message-row.ts'
import { type MessageRow, messages } from './message-row.ts'
import {
  type ProviderMessageRow,
  providerMessage,
  providerMessages,
  type Withdrawal,
  withAcceptance,
  withReport,
} from './provider-messages.ts'

/** Ids of messages are chosen by the sender's phone, so anybody may name one. More withdrawals of one are not kept. */
const MAX_WITHDRAWALS = 10

type Joined = Ids<'connection_id' | 'message_id' | 'provider_message_id'>

const change = rowChanger(messages)

/**
 * Joins a message with what the provider has reported about it, earlier reports included. An attempt without an outcome
 * in the log stays open for recovery, because a repeated request reads the log alone.
 * @param takenAt when the provider took it, where that is not what the reports say
 */
export async function joinReports(
  rows: Rows,
  known: ProviderMessageRow,
  { connection_id, message_id, provider_message_id }: Joined,
  takenAt: string | null = null,
): Promise<void> {
  rows.put(providerMessages, { ...known, message_id })
  await replaceImported(rows, { connection_id, provider_message_id })
  await change(rows, message_id, (row) => ({
    ...known.reports.reduce(withReport, withAcceptance(row, takenAt)),
    pricing: pricingOf(known.reports) ?? row.pricing,
    provider_message_id,
    earlier_provider_ids: earlierIds(row, provider_message_id),
    revoked_at: (known.withdrawals ?? []).reduce(withWithdrawal, row).revoked_at,
    send_state: row.send_state === null || row.send_state === 'requested' ? row.send_state : 'sent',
    next_at: null,
  }))
}

/** Marks the message that its sender has withdrawn, now or when it comes. */
export async function withdraw({ data }: RecordedEvent<MessageRevoked>, rows: Rows): Promise<void> {
  const { connection_id, conversation_id, original_provider_message_id, intent } = data
  const of = { connection_id, provider_message_id: original_provider_message_id }
  const known = await providerMessage(rows, of)
  const withdrawal = { conversation_id, at: intent.provider_timestamp }
  if (known.message_id !== null)
    return change(rows, known.message_id, (row) => withWithdrawal(row, withdrawal))
  const withdrawals = [...(known.withdrawals ?? []), withdrawal]
  if (withdrawals.length <= MAX_WITHDRAWALS) rows.put(providerMessages, { ...known, withdrawals })
}

/** Only the person who wrote a message can withdraw it. */
function withWithdrawal(row: MessageRow, { conversation_id, at }: Withdrawal): MessageRow {
  const isTheirs = row.direction === 'inbound' && row.conversation_id === conversation_id
  const isFirst = row.revoked_at === null || at < row.revoked_at
  return isTheirs && isFirst ? { ...row, revoked_at: at } : row
}

function earlierIds(
  { provider_message_id, earlier_provider_ids }: MessageRow,
  newest: string,
): readonly string[] | null {
  if (provider_message_id === null || provider_message_id === newest) return earlier_provider_ids
  const known = [...(earlier_provider_ids ?? []), provider_message_id]
  return known.filter((id, n) => id !== newest && known.indexOf(id) === n)
}
