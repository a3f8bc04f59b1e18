import { conversationsOfAccount } from '@recado/application/read-models/lists/conversations'
import type { CallEvent } from '@recado/domain/call/events'
import type { ContactEvent } from '@recado/domain/contact/events'
import type { ConversationEvent } from '@recado/domain/conversation/events'
import { commentsOnMessage } from '@recado/domain/message/comments-on-message'
import type { MessageEvent, MessageIds, MessageSentElsewhere } from '@recado/domain/message/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { logId } from '../engine/log-id.ts'
import { projection, type Rows } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { autoKind } from './auto-kind.ts'
import { contacts } from './contact-row.ts'
import { type ConversationRow, conversations, openedConversation } from './conversation-row.ts'
import { totalOf } from './kept.ts'
import { type MessageRow, messages } from './message-row.ts'
import { readByEcho, readBySend, readUpTo } from './read-up-to.ts'
import { survivorOf } from './survivor.ts'

const change = rowChanger(conversations)

/** Conversations with their preview and unread count. Runs after contacts and messages. */
export const conversationsProjection = projection<
  ConversationEvent | MessageEvent | CallEvent | ContactEvent
>({
  name: 'conversations',
  tables: [conversations],
  ddl: new URL('./conversations.sql', import.meta.url),
  needs: {
    ConversationOpened: ({ data }) => [
      [conversations, data.conversation_id],
      [contacts, data.contact_id],
    ],
    MessageReceived: busy,
    MessageSentElsewhere: busy,
    MessageSendRequested: busy,
    MessageSent: busy,
    MessageMarkedRead: busy,
    CallReceived: ({ data, metadata }) => [
      [conversations, data.conversation_id],
      totalOf(conversationsOfAccount, metadata.account_id),
    ],
  },
  on: {
    ConversationOpened: async (event, rows) => {
      const { data } = event
      if ((await rows.get(conversations, data.conversation_id)) !== undefined) return
      // Its opener may not know of a merge yet.
      const contact = await survivorOf(rows, data.contact_id)
      rows.put(conversations, {
        ...openedConversation(event),
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
      change(rows, data.conversation_id, ({ account_id, last_inbound_at }) => ({
        listed_in: account_id,
        last_inbound_at: later(last_inbound_at, data.intent.provider_timestamp),
      })),
    MessageEdited: inbound,
    MessageRevoked: inbound,
    MessageSentElsewhere: echoed,
    MessageSendRequested: requested,
    MessageSent: async ({ data }, rows) => {
      const send = await rows.get(messages, data.message_id)
      if (send !== undefined) await readBySend(rows, send)
    },
    MessageRetranslated: async ({ data }, rows) => {
      const message = await rows.get(messages, data.message_id)
      await change(rows, data.conversation_id, (row) => shownAgain(row, message))
    },
    MessageMarkedRead: async ({ data }, rows) => {
      const message = await rows.get(messages, data.message_id)
      if (message !== undefined)
        await change(rows, data.conversation_id, (row) => readUpTo(row, message.inbound_ordinal))
    },
    MessageSendDeferred: null,
    MessageSendAttempted: null,
    MessageSendRefused: null,
    MessageSendUnresolved: null,
    MessageSendGivenUp: null,
    MessageSendReleased: null,
    ContactCreated: null,
    ContactRenamed: ({ data }, rows) => showContact(rows, data.contact_id),
    ContactIdentityLinked: ({ data }, rows) =>
      data.kind === 'phone' ? showContact(rows, data.contact_id) : undefined,
    ContactIdentityUnlinked: ({ data }, rows) =>
      data.kind === 'phone' ? showContact(rows, data.contact_id) : undefined,
    ContactIdentityConflict: null,
    ContactMerged: ({ data }, rows) => showContact(rows, data.contact_id),
    ContactUnmerged: async ({ data }, rows) => {
      await showContact(rows, data.contact_id)
      await showContact(rows, data.survivor_id)
      for (const id of [data.contact_id, data.survivor_id]) await judgeEngagement(rows, id)
    },
    ContactMovedToStage: null,
    ContactReturnedToAutomaticStage: null,
    ContactSessionRecorded: null,
    ContactMarketingPreferenceChanged: null,
  },
})

/** A message of the person opens the conversation and counts as unread; asides, such as reactions, do neither. */
async function inbound(
  event: RecordedEvent<{ type: string; data: MessageIds }>,
  rows: Rows,
): Promise<void> {
  const message = await rows.get(messages, event.data.message_id)
  if (message === undefined) return
  await change(rows, event.data.conversation_id, async (row) => {
    const aside = commentsOnMessage(message.type)
    const inbound_count = row.inbound_count + (aside ? 0 : 1)
    rows.put(messages, { ...message, inbound_ordinal: inbound_count })
    return {
      ...(await said(row, event, rows)),
      status: aside ? row.status : 'open',
      inbound_count,
      unread_count: inbound_count - row.read_ordinal,
      last_inbound_at: later(row.last_inbound_at, message.provider_timestamp),
    }
  })
}

/** A message written elsewhere marks everything before it as read; an echo of our send only what that send does. */
async function echoed(event: RecordedEvent<MessageSentElsewhere>, rows: Rows): Promise<void> {
  const { data } = event
  if ((await rows.get(messages, data.message_id)) === undefined) return readByEcho(rows, data)
  await change(rows, data.conversation_id, async (row) => ({
    ...(await said(row, event, rows)),
    ...readUpTo(row, row.inbound_count),
  }))
}

/** Stores the send's place among the person's messages: once the send is out, everything before it is read. */
async function requested(
  event: RecordedEvent<{ type: string; data: MessageIds }>,
  rows: Rows,
): Promise<void> {
  const message = await rows.get(messages, event.data.message_id)
  await change(rows, event.data.conversation_id, (row) => {
    if (message !== undefined)
      rows.put(messages, { ...message, inbound_ordinal: row.inbound_count })
    return said(row, event, rows)
  })
}

/** Lists the conversation, and shows the message as its last one unless it is an aside. */
async function said(
  { account_id: listed_in }: ConversationRow,
  event: RecordedEvent<{ type: string; data: MessageIds }>,
  rows: Rows,
): Promise<Partial<ConversationRow>> {
  const message = await rows.get(messages, event.data.message_id)
  if (message === undefined || commentsOnMessage(message.type)) return { listed_in }
  return {
    listed_in,
    last_message_text: message.text,
    last_message_at: message.created_at,
    last_activity: logId(event),
  }
}

/** A retranslated message changes the preview only when it is the last one. */
function shownAgain(row: ConversationRow, message: MessageRow | undefined) {
  if (message === undefined || commentsOnMessage(message.type)) return {}
  return row.last_activity === message.log_id ? { last_message_text: message.text } : {}
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

/** Decides again whether a person ever wrote, as any of its contacts: what it wrote as others has left with them. */
async function judgeEngagement(rows: Rows, contactId: string): Promise<void> {
  const survivor = await survivorOf(rows, contactId)
  if (survivor === undefined) return
  const group = await rows.find(contacts, 'survivor_id', survivor.id)
  const ids = group.map(({ id }) => id)
  const talks = await rows.find(conversations, 'contact_id', ids)
  const engaged = talks.some(({ last_inbound_at }) => last_inbound_at !== null)
  const auto_kind = autoKind({ ...survivor, engaged })
  rows.put(contacts, { ...survivor, engaged, auto_kind })
}

function later(known: string | null, told: string | null): string | null {
  if (known === null || told === null) return known ?? told
  return known > told ? known : told
}

function busy({ data, metadata }: RecordedEvent<{ type: string; data: MessageIds }>) {
  return [
    [conversations, data.conversation_id],
    [messages, data.message_id],
    totalOf(conversationsOfAccount, metadata.account_id),
  ] as const
}
