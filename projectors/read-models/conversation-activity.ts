import type { PersonIds } from '@recado/application/person-ids'
import { commentsOnMessage } from '@recado/domain/message/comments-on-message'
import type { MessageIds, MessageIntent, MessageSentElsewhere } from '@recado/domain/message/events'
import { isOlder, newer } from '@recado/domain/provider-clock'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { logId } from '../engine/log-id.ts'
import type { Rows } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { type ConversationRow, conversations } from './conversation-row.ts'
import { type MessageRow, messages } from './message-row.ts'
import { readByEcho } from './read-by-send.ts'
import { countInbound, readByAnswer } from './unread.ts'
import { writtenFrom } from './written-from.ts'

const change = rowChanger(conversations)

type Reported = RecordedEvent<{ type: string; data: MessageIds & { intent: MessageIntent } }>

/** A message of the person opens the conversation and counts as unread; comments on messages, such as reactions, do neither. */
export async function applyInbound(
  personIds: PersonIds,
  event: Reported,
  rows: Rows,
): Promise<void> {
  const { message_id, conversation_id, intent } = event.data
  const message = await rows.get(messages, message_id)
  if (message === undefined) return
  const { provider_timestamp: said_at } = intent
  await change(rows, conversation_id, async (row) => {
    const aside = commentsOnMessage(message.type)
    const counted = aside ? {} : { ...countInbound(row, said_at), status: 'open' as const }
    const inbound_ordinal = row.inbound_count + (aside ? 0 : 1)
    rows.put(messages, { ...message, inbound_ordinal })
    return {
      listed_in: row.account_id,
      ...reportedPreview(event, row, message),
      ...counted,
      ...lastReported(row, intent),
      ...(await writtenFrom(personIds, rows, row, intent)),
      last_inbound_at: newer(row.last_inbound_at, said_at),
    }
  })
}

/** When the provider last reported name and username of the person, and the last BSUID: late reports must not undo them. */
export function lastReported(
  row: ConversationRow,
  {
    provider_timestamp: said_at,
    profile_name,
    party,
  }: Pick<MessageIntent, 'provider_timestamp' | 'profile_name' | 'party'>,
): Partial<ConversationRow> {
  const { named_at, username_at, business_scoped_user_id: known } = row
  const isLate = isOlder(said_at, newer(row.inbound_said_at, row.answered_said_at))
  const told = party.business_scoped_user_id
  return {
    named_at: profile_name === null ? named_at : newer(named_at, said_at),
    username_at: party.username === null ? username_at : newer(username_at, said_at),
    business_scoped_user_id: isLate ? (known ?? told) : (told ?? known),
  }
}

/** A message written elsewhere marks everything before it as read; an echo of our send only what that send does. */
export async function applyEcho(
  event: RecordedEvent<MessageSentElsewhere>,
  rows: Rows,
): Promise<void> {
  const { data } = event
  const message = await rows.get(messages, data.message_id)
  if (message === undefined) return readByEcho(rows, data)
  await change(rows, data.conversation_id, async (row) => ({
    listed_in: row.account_id,
    ...reportedPreview(event, row, message),
    ...(await readByAnswer(rows, row, message)),
    ...lastReported(row, data.intent),
  }))
}

/** Stores the send's place among the person's messages: once the send is out, everything before it is read. */
export async function applyRequest(
  event: RecordedEvent<{ type: string; data: MessageIds }>,
  rows: Rows,
): Promise<void> {
  const message = await rows.get(messages, event.data.message_id)
  await change(rows, event.data.conversation_id, (row) => {
    if (message !== undefined)
      rows.put(messages, { ...message, inbound_ordinal: row.inbound_count })
    return { listed_in: row.account_id, ...preview(event, message) }
  })
}

/** A message that the provider reports late is older than one that it reported before, and is no preview. */
function reportedPreview(
  event: Reported,
  { newest_said_at }: ConversationRow,
  message: MessageRow,
): Partial<ConversationRow> {
  const { provider_timestamp: said_at } = event.data.intent
  if (commentsOnMessage(message.type) || isOlder(said_at, newest_said_at)) return {}
  return { ...preview(event, message), newest_said_at: newer(newest_said_at, said_at) }
}

function preview(
  event: RecordedEvent<{ type: string; data: MessageIds }>,
  message: MessageRow | undefined,
): Partial<ConversationRow> {
  if (message === undefined || commentsOnMessage(message.type)) return {}
  return {
    last_message_text: message.text,
    last_message_at: message.created_at,
    last_activity: logId(event),
    history_id: null,
    history_place: null,
  }
}

export async function applyNewContent(
  { data }: RecordedEvent<{ type: string; data: MessageIds }>,
  rows: Rows,
) {
  const message = await rows.get(messages, data.message_id)
  await change(rows, data.conversation_id, (row) => refreshPreview(row, message))
}

/** A message that is read differently now changes the preview only when it is the last one. */
function refreshPreview(row: ConversationRow, message: MessageRow | undefined) {
  if (message === undefined || commentsOnMessage(message.type)) return {}
  return row.last_activity === message.log_id ? { last_message_text: message.text } : {}
}
