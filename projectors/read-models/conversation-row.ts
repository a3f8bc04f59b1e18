import { conversationsOfAccount } from '@recado/application/read-models/lists/conversations'
import type { Conversation } from '@recado/contract/conversation'
import type { ConversationOpened, ConversationStatus } from '@recado/domain/conversation/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { logId } from '../engine/log-id.ts'
import { table } from '../engine/table.ts'
import { contacts } from './contact-row.ts'
import { keepList } from './keep-list.ts'

export type ConversationRow = {
  readonly id: string
  readonly account_id: string
  readonly connection_id: string
  readonly contact_id: string
  readonly status: ConversationStatus
  readonly last_message_text: string | null
  readonly last_message_at: string | null
  readonly last_activity: number
  readonly unread_count: number
  readonly inbound_count: number
  /** Every message up to this ordinal is read, and those in the spans after it. */
  readonly read_ordinal: number
  readonly read_spans: readonly (readonly [first: number, last: number])[]
  /** A place in the history up to which no message is unread; -1 for none. */
  readonly read_pos: number
  /** The ordinal of the last message that came after a newer one; 0 for none. */
  readonly late_ordinal: number
  /** By the provider's clock: the newest message, that of the person, and that of the business written elsewhere. */
  readonly newest_said_at: string | null
  readonly inbound_said_at: string | null
  readonly answered_said_at: string | null
  /** By the provider's clock: when it last told a profile name of the person, and a username. */
  readonly named_at: string | null
  readonly username_at: string | null
  readonly last_inbound_at: string | null
  /** By which the person is known on this connection; ids of other connections are of no use here. */
  readonly business_scoped_user_id: string | null
  /** The person's number that wrote last here, and its match key; null for none that is still the person's. */
  readonly written_from: string | null
  readonly written_from_key: string | null
  readonly tags: readonly string[]
  readonly assignee_name: string | null
  readonly internal_note: string | null
  readonly contact_name: string | null
  readonly contact_phone: string | null
  readonly erased: boolean
  /** How many messages of the number's history it shows. */
  readonly imported_count: number
  /** The message of the history that is its preview, and the place by its time; null once something was said since. */
  readonly history_id: string | null
  readonly history_place: number | null
  readonly created_at: string
  readonly listed_in: string | null
  readonly account_pos: number
}

export const conversations = table<ConversationRow>({
  name: 'conversations',
  lists: [
    keepList(conversationsOfAccount, { movesWith: 'last_activity', ownPlace: 'history_place' }),
  ],
  docs: { doc: conversationDoc },
  parent: { in: contacts, by: 'contact_id' },
})

/** What a conversation has nothing of once its person was erased. */
export const ERASED_CONVERSATION = {
  ...{ last_message_text: null, named_at: null, username_at: null, tags: [] },
  ...{ business_scoped_user_id: null, written_from: null, written_from_key: null },
  ...{ assignee_name: null, internal_note: null, contact_name: null, contact_phone: null },
  erased: true,
} as const satisfies Partial<ConversationRow>

/** The row of a conversation in which nothing was said yet. */
export function newConversation(event: RecordedEvent<ConversationOpened>): ConversationRow {
  const { data, metadata } = event
  return {
    id: data.conversation_id,
    account_id: metadata.account_id as string,
    connection_id: data.connection_id,
    contact_id: data.contact_id,
    status: 'open',
    last_message_text: null,
    last_message_at: null,
    last_activity: logId(event),
    unread_count: 0,
    inbound_count: 0,
    read_ordinal: 0,
    read_spans: [],
    read_pos: -1,
    late_ordinal: 0,
    newest_said_at: null,
    inbound_said_at: null,
    answered_said_at: null,
    named_at: null,
    username_at: null,
    last_inbound_at: null,
    business_scoped_user_id: null,
    written_from: null,
    written_from_key: null,
    tags: [],
    assignee_name: null,
    internal_note: null,
    contact_name: null,
    contact_phone: null,
    erased: false,
    imported_count: 0,
    history_id: null,
    history_place: null,
    created_at: data.opened_at,
    listed_in: null,
    account_pos: 0,
  }
}

function conversationDoc(row: ConversationRow): Conversation {
  return {
    id: row.id,
    connection_id: row.connection_id,
    contact_id: row.contact_id,
    status: row.status,
    last_message_text: row.last_message_text,
    last_message_at: row.last_message_at,
    unread_count: row.unread_count,
    contacts: { name: row.contact_name, phone: row.contact_phone },
    ...(row.erased ? { erased: true } : {}),
  }
}
