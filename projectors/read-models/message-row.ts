import {
  messagesOfAccount,
  messagesOfConversation,
} from '@recado/application/read-models/lists/messages'
import { wordVector } from '@recado/application/read-models/words'
import type { HistoryItem } from '@recado/contract/conversation'
import type { Message, Pricing } from '@recado/contract/message'
import { exactText } from '@recado/domain/exact-json'
import type { DeliveryState } from '@recado/domain/message/delivery-state'
import type { MessageType, SendError } from '@recado/domain/message/events'
import { type Native, nativeValue } from '@recado/domain/native-json'
import { table } from '../engine/table.ts'
import { keepList } from './keep-list.ts'
import { messageTally } from './message-tally.ts'

/** What a send of ours still needs; null for messages that we did not send. */
export type SendState = 'requested' | 'deferred' | 'sent' | 'refused' | 'unresolved' | 'given_up'

export type MessageRow = {
  readonly id: string
  readonly account_id: string
  readonly connection_id: string
  readonly conversation_id: string
  readonly contact_id: string
  readonly log_id: number
  readonly direction: 'inbound' | 'outbound'
  readonly origin: 'api' | 'external'
  readonly type: MessageType
  readonly text: string
  readonly content: Native | null
  /** Outbound: the delivery status. Inbound: received, then read once the business marked it. */
  readonly status: DeliveryState['status'] | 'received'
  readonly provider_message_id: string | null
  /** The ids under which the provider took the send before, or reported of it; null unless it has several. */
  readonly earlier_provider_ids: readonly string[] | null
  readonly reply_to_message_id: string | null
  /** The sender of an inbound message, the recipient of an outbound one. */
  readonly party_phone: string | null
  readonly party_business_scoped_user_id: string | null
  readonly biz_opaque_callback_data: string | null
  readonly error: SendError | null
  /** Set while the status is failed. */
  readonly error_class: string | null
  readonly created_at: string
  readonly provider_timestamp: string | null
  readonly sent_at: string | null
  readonly delivered_at: string | null
  readonly read_at: string | null
  readonly failed_at: string | null
  /** When its sender withdrew it; only of inbound messages. */
  readonly revoked_at: string | null
  readonly pricing: Pricing | null
  readonly payload: Native | null
  readonly send_state: SendState | null
  readonly attempt: number | null
  readonly next_at: string | null
  readonly requested_at: string | null
  /** The newest suspension from which an operator released the send: the log id up to which that went, and when. */
  readonly released_to: number | null
  readonly released_at: string | null
  /** Id of the API request that created the message; null for others. */
  readonly request_id: string | null
  /** How many messages the person had written in the conversation up to this one, itself included. */
  readonly inbound_ordinal: number
  readonly erased: boolean
  /** Whether it has what was said: until that has expired, or the person was erased. */
  readonly has_words: boolean
  readonly account_pos: number
  readonly conversation_pos: number
}

/** What a message, live or of a history, has nothing of once what was said has expired. */
export const WITHOUT_WORDS = {
  text: '',
  content: null,
  has_words: false,
} as const satisfies Partial<MessageRow>

/** What a message, live or of a history, has nothing of once its person was erased. */
export const ERASED_MESSAGE = {
  ...WITHOUT_WORDS,
  ...{ provider_message_id: null, reply_to_message_id: null },
  ...{ party_phone: null, party_business_scoped_user_id: null, pricing: null, erased: true },
} as const satisfies Partial<MessageRow>

/** The message log. Records never leave it and never move, so positions on its lists have no gaps. */
export const messages = table<MessageRow>({
  name: 'messages',
  maxCached: 2_000,
  lists: [keepList(messagesOfAccount, { clamp: 'created_at' }), keepList(messagesOfConversation)],
  tally: messageTally,
  docs: { doc: (row) => exactText(messageDoc(row)), history_doc: historyDoc },
  derived: { name: 'message_words', column: 'text', row: wordsRow },
})

function wordsRow({ id, account_id, log_id, text }: MessageRow) {
  return { id, account_id, log_id, words: wordVector(account_id, text) }
}

/** The columns of a row that its record shows. */
type MessageShown = Omit<
  Message,
  'id' | 'message_id' | 'sender' | 'recipient' | 'content' | 'erased' | 'expired'
> &
  Pick<
    MessageRow,
    | ('id' | 'log_id' | 'content' | 'party_phone' | 'party_business_scoped_user_id')
    | ('erased' | 'has_words')
  >

export function messageDoc(row: MessageShown): Message {
  const party = {
    phone: row.party_phone,
    business_scoped_user_id: row.party_business_scoped_user_id,
  }
  return {
    id: row.log_id,
    message_id: row.id,
    conversation_id: row.conversation_id,
    connection_id: row.connection_id,
    contact_id: row.contact_id,
    direction: row.direction,
    origin: row.origin,
    type: row.type,
    text: row.text,
    content: nativeValue(row.content) as Message['content'],
    status: row.status,
    provider_message_id: row.provider_message_id,
    reply_to_message_id: row.reply_to_message_id,
    sender: row.direction === 'inbound' ? party : null,
    recipient: row.direction === 'outbound' ? party : null,
    biz_opaque_callback_data: row.biz_opaque_callback_data,
    error: row.status === 'failed' ? row.error : null,
    created_at: row.created_at,
    provider_timestamp: row.provider_timestamp,
    sent_at: row.sent_at,
    delivered_at: row.delivered_at,
    read_at: row.read_at,
    failed_at: row.failed_at,
    revoked_at: row.revoked_at,
    pricing: row.pricing,
    ...lossOf(row),
  }
}

/** Why nothing that was said is shown. */
function lossOf({ erased, has_words }: Pick<MessageRow, 'erased' | 'has_words'>) {
  if (erased) return { erased } as const
  return has_words ? {} : ({ expired: true } as const)
}

function historyDoc(row: MessageRow): HistoryItem {
  return {
    id: row.id,
    direction: row.direction === 'inbound' ? 'in' : 'out',
    body: row.text,
    created_at: row.created_at,
    log_id: row.log_id,
    type: row.type,
    status: row.status,
    revoked_at: row.revoked_at,
  }
}
