import { type Ids, idOf, providerMessageId } from '@recado/application/ids'
import type { PersonIds } from '@recado/application/person-ids'
import {
  messagesOfAccount,
  messagesOfConversation,
} from '@recado/application/read-models/lists/messages'
import { pricingOf } from '@recado/application/read-models/pricing'
import type {
  MessageContentReceived,
  MessageEvent,
  MessageReceived,
  MessageRetranslated,
  MessageSent,
  MessageSentElsewhere,
} from '@recado/domain/message/events'
import type { ProviderMessageEvent } from '@recado/domain/provider-message/events'
import { statusKey } from '@recado/domain/provider-message/status-key'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { type Projection, projection, type Rows } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { importedId } from './imported-message-row.ts'
import { joinReports, withdraw } from './join-message.ts'
import { firstRowOf, totalOf } from './keep-list.ts'
import { messages, WITHOUT_WORDS } from './message-row.ts'
import { newMessage } from './new-message.ts'
import {
  messageByCorrelation,
  type ProviderMessageRow,
  providerMessage,
  providerMessages,
  reportOf,
  withReport,
  withVerdict,
} from './provider-messages.ts'
import { readBySend } from './read-by-send.ts'
import { contentColumns, reportedColumns } from './reported-columns.ts'
import { candidateSends } from './unmatched-sends.ts'

type Arrival = { type: string; data: MessageReceived['data'] }

const change = rowChanger(messages)

export function messagesProjection(personIds: PersonIds): Projection {
  return projection<MessageEvent | ProviderMessageEvent>({
    name: 'messages',
    tables: [messages, providerMessages],
    ddl: new URL('./messages.sql', import.meta.url),
    needs: {
      MessageReceived: needsOfArrival,
      MessageSentElsewhere: needsOfArrival,
      MessageSendRequested: (event) => [
        firstRowOf(event, messages, event.data.message_id),
        ...listsOf(event.data, event.metadata.account_id),
      ],
      MessageSent: ({ data }) => [
        [messages, data.message_id],
        [providerMessages, providerMessageId(data)],
        importedId(data),
      ],
      MessageStatusReported: ({ stream }) => [[providerMessages, idOf(stream)]],
    },
    on: {
      MessageSendRequested: async (event, rows) => {
        const { data } = event
        if ((await rows.get(messages, data.message_id)) !== undefined) return
        rows.put(messages, {
          ...newMessage(event, data.message_type),
          direction: 'outbound',
          status: 'pending',
          text: data.text,
          content: data.content,
          party_phone: data.recipient.phone,
          party_business_scoped_user_id: data.recipient.business_scoped_user_id,
          reply_to_message_id: data.reply_to_message_id,
          biz_opaque_callback_data: data.biz_opaque_callback_data,
          send_state: data.held_until === undefined ? 'requested' : 'deferred',
          attempt: data.held_until === undefined ? 1 : 0,
          next_at: data.held_until ?? null,
          requested_at: data.requested_at,
        })
      },
      MessageSendDeferred: ({ data }, rows) =>
        change(rows, data.message_id, () => ({
          send_state: 'deferred',
          attempt: data.attempt,
          next_at: data.held_until ?? data.not_before,
        })),
      MessageSendAttempted: ({ data }, rows) =>
        change(rows, data.message_id, () => ({
          send_state: 'requested',
          attempt: data.attempt,
          next_at: null,
          requested_at: data.attempted_at,
        })),
      MessageSent: applySent,
      MessageSendRefused: ({ data }, rows) =>
        change(rows, data.message_id, (row) => ({
          ...withVerdict(row, 'refused', { at: data.refused_at, error: data.error }),
          payload: row.has_words ? data.request : null,
        })),
      MessageSendUnresolved: ({ data }, rows) =>
        change(rows, data.message_id, ({ provider_message_id, payload, has_words }) => ({
          ...(provider_message_id === null
            ? { send_state: 'unresolved', next_at: data.retry_at ?? null }
            : { send_state: 'sent' }),
          payload: has_words ? (payload ?? data.request ?? null) : null,
        })),
      MessageSendGivenUp: ({ data }, rows) =>
        change(rows, data.message_id, (row) =>
          withVerdict(row, 'given_up', { at: data.given_up_at, error: data.error }),
        ),
      MessageSendReleased: ({ data }, rows) =>
        change(rows, data.message_id, () => ({
          released_to: data.suspended_to,
          released_at: data.released_at,
        })),
      MessageReceived: (event, rows) => applyArrival(event, rows, 'inbound'),
      MessageSentElsewhere: (event, rows) => applyEcho(personIds, event, rows),
      MessageEdited: (event, rows) => applyArrival(event, rows, 'inbound'),
      MessageRevoked: async (event, rows) => {
        await applyArrival(event, rows, 'inbound')
        await withdraw(event, rows)
      },
      MessageRetranslated: applyNewContent,
      MessageContentReceived: applyNewContent,
      MessageMarkedRead: ({ data }, rows) =>
        change(rows, data.message_id, () => ({
          status: 'read',
          read_at: data.marked_at,
        })),
      MessageStatusReported: async ({ data, stream, revision }, rows) => {
        const { connection_id, intent } = data
        const known = await providerMessage(
          rows,
          { connection_id, provider_message_id: intent.provider_message_id },
          idOf(stream),
        )
        const owner =
          known.message_id ?? (await messageByCorrelation(rows, connection_id, intent))?.id ?? null
        const report = reportOf(intent)
        const now: ProviderMessageRow = {
          ...known,
          revision: Number(revision),
          status_keys: [...known.status_keys, statusKey(intent)],
          reports: [...known.reports, report],
        }
        rows.put(providerMessages, now)
        if (owner === null) return
        if (known.message_id === null)
          return acceptByStatus(rows, now, {
            connection_id,
            message_id: owner,
            provider_message_id: intent.provider_message_id,
          })
        const pricing = pricingOf(now.reports)
        await change(rows, owner, (row) => ({ ...withReport(row, report), pricing }))
      },
    },
  })
}

/** The message is now what a newer reading, or a later report, says. */
function applyNewContent(
  { data }: RecordedEvent<MessageRetranslated | MessageContentReceived>,
  rows: Rows,
): Promise<void> {
  return change(rows, data.message_id, ({ has_words }) => ({
    type: data.intent.message_type,
    ...contentColumns(data.intent, data.raw_event_id),
    ...(has_words ? {} : { ...WITHOUT_WORDS, payload: null }),
  }))
}

async function applySent({ data }: RecordedEvent<MessageSent>, rows: Rows): Promise<void> {
  const known = await providerMessage(rows, data)
  await joinReports(rows, known, data, data.sent_at)
  await change(rows, data.message_id, (row) => ({
    send_state: 'sent',
    attempt: data.attempt,
    next_at: null,
    payload: row.has_words ? data.request : null,
    party_business_scoped_user_id:
      row.party_business_scoped_user_id ?? data.business_scoped_user_id,
  }))
}

/** Joins a send by its status: this proves a send whose acceptance was never recorded. */
async function acceptByStatus(
  rows: Rows,
  known: ProviderMessageRow,
  ids: Ids<'connection_id' | 'message_id' | 'provider_message_id'>,
) {
  await joinReports(rows, known, ids)
  const send = await rows.get(messages, ids.message_id)
  if (send !== undefined) await readBySend(rows, send)
}

/** The gateway's echo of an unanswered send is joined with the send; any other echo is a message of its own. */
async function applyEcho(
  personIds: PersonIds,
  event: RecordedEvent<MessageSentElsewhere>,
  rows: Rows,
): Promise<void> {
  const sends = await candidateSends(personIds, event, rows)
  const { connection_id, intent } = event.data
  const { provider_message_id, provider_timestamp } = intent
  const known = await providerMessage(rows, { connection_id, provider_message_id })
  const [send] = sends
  if (send === undefined || known.message_id !== null) return applyArrival(event, rows, 'outbound')
  // Of several candidates, the gateway's answers will show which send it was.
  if (sends.length === 1) {
    const ids = { connection_id, message_id: send.id, provider_message_id }
    await joinReports(rows, known, ids, provider_timestamp)
  }
}

async function applyArrival(
  event: RecordedEvent<Arrival>,
  rows: Rows,
  direction: 'inbound' | 'outbound',
): Promise<void> {
  const { intent, connection_id, message_id } = event.data
  const { provider_message_id } = intent
  const known = await providerMessage(rows, { connection_id, provider_message_id })
  // The echo of a message that we sent is not a second message.
  if (known.message_id !== null && known.message_id !== message_id) return
  if ((await rows.get(messages, message_id)) !== undefined) return
  rows.put(messages, {
    ...newMessage(event, intent.message_type),
    ...reportedColumns(intent, direction, event.data.raw_event_id),
  })
  await joinReports(rows, known, { connection_id, message_id, provider_message_id })
}

function needsOfArrival(event: RecordedEvent<Arrival>) {
  const { data, metadata } = event
  const of = {
    connection_id: data.connection_id,
    provider_message_id: data.intent.provider_message_id,
  }
  return [
    firstRowOf(event, messages, data.message_id),
    [providerMessages, providerMessageId(of)],
    importedId(of),
    ...listsOf(data, metadata.account_id),
  ] as const
}

function listsOf(data: { conversation_id: string }, accountId: string | null) {
  return [
    totalOf(messagesOfAccount, accountId),
    totalOf(messagesOfConversation, data.conversation_id),
  ] as const
}
