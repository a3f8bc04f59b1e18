import type { PersonIds } from '@recado/application/person-ids'
import { conversationsOfAccount } from '@recado/application/read-models/lists/conversations'
import { messagesOfConversation } from '@recado/application/read-models/lists/messages'
import type { CallEvent } from '@recado/domain/call/events'
import type { ContactEvent } from '@recado/domain/contact/events'
import type { ConversationEvent, ConversationOpened } from '@recado/domain/conversation/events'
import type { MessageEvent, MessageIds } from '@recado/domain/message/events'
import { newer } from '@recado/domain/provider-clock'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { type Projection, projection, type Rows } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { autoKind } from './auto-kind.ts'
import { contacts } from './contact-row.ts'
import {
  applyEcho,
  applyInbound,
  applyNewContent,
  applyRequest,
  lastReported,
} from './conversation-activity.ts'
import { conversations, ERASED_CONVERSATION, newConversation } from './conversation-row.ts'
import { firstRowOf, totalOf } from './keep-list.ts'
import { messages } from './message-row.ts'
import { readBySend } from './read-by-send.ts'
import { survivorOf } from './survivor.ts'
import { readByMark, readUpTo } from './unread.ts'
import { applyLinkedUserId, applyUnlinkedUserId, userIdOn } from './user-id-on.ts'
import { waitingConversations } from './waiting-conversations.ts'
import { forgetWrittenFrom } from './written-from.ts'

const change = rowChanger(conversations)

/** Conversations with their preview and unread count. Runs after contacts and messages. */
export function conversationsProjection(personIds: PersonIds): Projection {
  const inbound = (event: Parameters<typeof applyInbound>[1], rows: Rows) =>
    applyInbound(personIds, event, rows)
  return projection<ConversationEvent | MessageEvent | CallEvent | ContactEvent>({
    name: 'conversations',
    tables: [conversations],
    ddl: new URL('./conversations.sql', import.meta.url),
    needs: {
      ConversationOpened: (event) => [
        firstRowOf(event, conversations, event.data.conversation_id),
        [contacts, event.data.contact_id],
        ...rowsOfLaterMessages(event),
      ],
      MessageReceived: touchedRows,
      MessageSentElsewhere: touchedRows,
      MessageSendRequested: touchedRows,
      MessageSent: touchedRows,
      MessageMarkedRead: touchedRows,
      CallReceived: ({ data, metadata }) => [
        [conversations, data.conversation_id],
        totalOf(conversationsOfAccount, metadata.account_id),
      ],
    },
    on: {
      ConversationOpened: async (event, rows) => {
        const { data } = event
        if ((await rows.get(conversations, data.conversation_id)) !== undefined) return
        // The process that opened the conversation may not have known of a merge yet.
        const contact = await survivorOf(rows, data.contact_id)
        rows.put(conversations, {
          ...newConversation(event),
          business_scoped_user_id: await userIdOn(rows, data),
          contact_name: contact?.name ?? null,
          contact_phone: contact?.phone ?? null,
        })
      },
      ConversationStatusChanged: ({ data }, rows) =>
        change(rows, data.conversation_id, (row) => ({
          status: data.status,
          ...(data.status === 'closed' ? readUpTo(row, row.inbound_count) : {}),
        })),
      ConversationTagged: ({ data }, rows) =>
        change(rows, data.conversation_id, () => ({ tags: data.tags })),
      ConversationAssigned: ({ data }, rows) =>
        change(rows, data.conversation_id, () => ({
          assignee_name: data.assignee_name,
        })),
      InternalNoteChanged: ({ data }, rows) =>
        change(rows, data.conversation_id, () => ({
          internal_note: data.internal_note,
        })),
      MessageReceived: inbound,
      // Like a reaction, a call only extends the window.
      CallReceived: ({ data }, rows) =>
        change(rows, data.conversation_id, (row) => ({
          listed_in: row.account_id,
          last_inbound_at: newer(row.last_inbound_at, data.intent.provider_timestamp),
          ...lastReported(row, data.intent),
        })),
      MessageEdited: inbound,
      MessageRevoked: inbound,
      MessageSentElsewhere: applyEcho,
      MessageSendRequested: applyRequest,
      MessageSent: async ({ data }, rows) => {
        const send = await rows.get(messages, data.message_id)
        if (send !== undefined) await readBySend(rows, send)
      },
      MessageRetranslated: applyNewContent,
      MessageContentReceived: applyNewContent,
      MessageMarkedRead: async ({ data }, rows) => {
        const message = await rows.get(messages, data.message_id)
        if (message !== undefined)
          await change(rows, data.conversation_id, (row) => readByMark(rows, row, message))
      },
      MessageSendDeferred: null,
      MessageSendAttempted: null,
      MessageSendRefused: null,
      MessageSendUnresolved: null,
      MessageSendGivenUp: null,
      MessageSendReleased: null,
      ContactCreated: null,
      ContactRenamed: ({ data }, rows) => showContact(rows, data.contact_id),
      ContactIdentityLinked: async ({ data }, rows) => {
        if (data.kind === 'phone') await showContact(rows, data.contact_id)
        await applyLinkedUserId(rows, data)
      },
      ContactIdentityUnlinked: async ({ data }, rows) => {
        if (data.kind === 'phone') await showContact(rows, data.contact_id)
        await applyUnlinkedUserId(rows, data)
        await forgetWrittenFrom(rows, data)
      },
      ContactIdentityConflict: null,
      ContactMerged: ({ data }, rows) => showContact(rows, data.contact_id),
      ContactUnmerged: async ({ data }, rows) => {
        await showContact(rows, data.contact_id)
        await showContact(rows, data.survivor_id)
        for (const id of [data.contact_id, data.survivor_id]) await recomputeEngagement(rows, id)
      },
      ContactMovedToStage: null,
      ContactReturnedToAutomaticStage: null,
      ContactSessionRecorded: null,
      ContactMarketingPreferenceChanged: null,
      ContactRestrictionChanged: null,
      ContactErased: async ({ data }, rows) => {
        for (const talk of await rows.find(conversations, 'contact_id', data.contact_id))
          rows.put(conversations, { ...talk, ...ERASED_CONVERSATION })
      },
    },
  })
}

async function showContact(rows: Rows, contactId: string): Promise<void> {
  const contact = await rows.get(contacts, contactId)
  const isAlone = contact === undefined || (contact.merged_into === null && !contact.is_survivor)
  const shown = isAlone ? contact : await rows.get(contacts, contact.survivor_id)
  const same = isAlone
    ? [{ id: contactId }]
    : await rows.find(contacts, 'survivor_id', contact.survivor_id)
  const ids = same.map(({ id }) => id)
  for (const row of await rows.find(conversations, 'contact_id', ids))
    rows.put(conversations, {
      ...row,
      contact_name: shown?.name ?? null,
      contact_phone: shown?.phone ?? null,
    })
}

/** Recomputes whether the person ever wrote, by the contacts still merged. */
async function recomputeEngagement(rows: Rows, contactId: string): Promise<void> {
  const survivor = await survivorOf(rows, contactId)
  if (survivor === undefined) return
  const group = await rows.find(contacts, 'survivor_id', survivor.id)
  const ids = group.map(({ id }) => id)
  const talks = await rows.find(conversations, 'contact_id', ids)
  const engaged = talks.some(({ last_inbound_at }) => last_inbound_at !== null)
  const auto_kind = autoKind({ ...survivor, engaged })
  rows.put(contacts, { ...survivor, engaged, auto_kind })
}

/** What the first message of the conversation touches; thereby it is known to be absent when that comes. */
function rowsOfLaterMessages({ data: { conversation_id: id } }: RecordedEvent<ConversationOpened>) {
  const parent = { in: conversations, id }
  return [
    [...totalOf(messagesOfConversation, id), parent],
    [waitingConversations, id, parent],
  ] as const
}

function touchedRows({ data, metadata }: RecordedEvent<{ type: string; data: MessageIds }>) {
  return [
    [conversations, data.conversation_id],
    [messages, data.message_id],
    totalOf(conversationsOfAccount, metadata.account_id),
  ] as const
}
