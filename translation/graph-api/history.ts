import type {
  ImportedContent,
  ImportedIntent,
  ImportedStatus,
} from '@recado/domain/imported-message/events'
import { isSamePhone } from '@recado/domain/phone-number'
import {
  asList,
  asRecord,
  asRecords,
  asText,
  isRecord,
  type Json,
} from '@recado/domain/provider-event/loose-json'
import { truncateText } from '@recado/domain/storable'
import { type Intent, NO_IDENTITIES, type Person } from '../intent.ts'
import { messageContent } from '../message-content.ts'
import { unixTime } from '../unix-time.ts'
import { MAX_ITEMS } from './max-items.ts'
import { waId } from './person.ts'

const MAX_TITLE = 300

/** WhatsApp exists since 2009, so an older time is none. */
const FIRST_TIME = '2009-01-01T00:00:00.000Z'

/** Meta's reference writes the states in capitals, partners show them in small letters. */
const STATUSES: Readonly<Record<string, Exclude<ImportedStatus, 'received'>>> = {
  DELIVERED: 'delivered',
  READ: 'read',
  PLAYED: 'read',
  ERROR: 'failed',
}

/** Types of items that are no messages, or that change one which the history shows in its final state. */
const NO_MESSAGES: readonly unknown[] = ['system', 'edit', 'revoke']

const NO_TIME: Intent = { kind: 'unreadable', reason: 'history_without_time' }

/**
 * Reads a change of the field `history`: what a number shared with the Business app said in the last 180 days. By
 * Meta's reference of the webhook it has `history[]`, each with `threads[]` of messages and how far the transfer is, or
 * with the `errors[]` of a business that does not share its history. The content of a media message comes in a change
 * of its own with `messages[]`, which names neither thread nor, reliably, direction and time.
 */
export function importedHistory(value: Json, receivedAt: string): readonly Intent[] {
  const intents: Intent[] = []
  for (const intent of readHistory(value, receivedAt)) {
    if (intents.length === MAX_ITEMS)
      return [...intents, { kind: 'unreadable', reason: 'history_too_long' }]
    intents.push(intent)
  }
  return intents
}

function* readHistory(value: Json, receivedAt: string): Generator<Intent> {
  const chunks = asRecords(value.history)
  for (const { threads } of chunks)
    for (const thread of asRecords(threads)) yield* threadMessages(thread, receivedAt)
  for (const message of asList(value.messages)) yield mediaContent(message)
  for (const chunk of chunks) yield* progressOf(chunk)
}

function* threadMessages(thread: Json, receivedAt: string): Generator<Intent> {
  const person = personOf(thread)
  for (const message of asList(thread.messages))
    if (!isRecord(message)) yield { kind: 'unreadable', reason: 'item_is_no_object' }
    else if (person === null) yield { kind: 'set_aside', reason: 'history_of_no_person' }
    else yield importedMessage(message, person, receivedAt)
}

/** A thread is named by the person's phone, or, of a person who hides it, by the BSUID. Groups have other names. */
function personOf({ id, context }: Json): Person | null {
  const phone = waId(id)
  const named = asText(id)
  const isUserId = named !== null && /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]+$/.test(named)
  const business_scoped_user_id = isUserId ? named : asText(asRecord(context).user_id)
  if (phone === null && business_scoped_user_id === null) return null
  return { ...NO_IDENTITIES, phone, business_scoped_user_id }
}

function importedMessage(message: Json, party: Person, receivedAt: string): Intent {
  if (NO_MESSAGES.includes(message.type))
    return { kind: 'set_aside', reason: 'history_service_item' }
  const content = contentOf(message)
  const provider_timestamp = unixTime(message.timestamp, receivedAt, FIRST_TIME)
  if (content === null) return { kind: 'unreadable', reason: 'message_without_id_or_sender' }
  if (provider_timestamp <= FIRST_TIME) return NO_TIME
  const direction = isFromBusiness(message, party) ? 'outbound' : 'inbound'
  const status = statusOf(message, direction)
  return {
    kind: 'imported',
    imported: { ...content, party, provider_timestamp, direction, status },
  }
}

/** Meta's reference tells the direction by `from` alone; partners also show `from_me`, on messages of the business. */
function isFromBusiness({ from, to, history_context }: Json, { phone }: Person): boolean {
  if (asRecord(history_context).from_me === true) return true
  const sender = waId(from)
  if (sender === null || phone === null) return asText(to) !== null
  return !isSamePhone(sender, phone)
}

function statusOf(
  { history_context }: Json,
  direction: ImportedIntent['direction'],
): ImportedStatus {
  const told = STATUSES[asText(asRecord(history_context).status)?.toUpperCase() ?? '']
  if (direction === 'outbound') return told ?? 'sent'
  return told === 'read' ? 'read' : 'received'
}

function contentOf(message: Json): ImportedContent | null {
  const provider_message_id = asText(message.id)
  if (provider_message_id === null) return null
  const reply_to_message_id = asText(asRecord(message.context).id)
  return { provider_message_id, ...shownContent(message), reply_to_message_id }
}

/** The history names a media message without saying what it is; a message that is no longer readable is alike. */
function shownContent(message: Json) {
  if (message.type !== 'media_placeholder') return messageContent(message)
  return { message_type: 'unsupported', text: '[media]', content: null } as const
}

function mediaContent(message: unknown): Intent {
  const imported = isRecord(message) ? contentOf(message) : null
  return imported === null
    ? { kind: 'unreadable', reason: 'media_without_id' }
    : { kind: 'imported_media', imported }
}

function progressOf({ metadata, errors }: Json): readonly Intent[] {
  const [error] = asRecords(errors)
  if (error !== undefined) {
    const declined = {
      code: integer(error.code),
      title: truncateText(asText(error.title) ?? '', MAX_TITLE) || null,
    }
    return [{ kind: 'connection_history', declined }]
  }
  if (!isRecord(metadata)) return []
  const [phase, progress] = [integer(metadata.phase), integer(metadata.progress)]
  if (phase === null || progress === null || phase < 0 || phase > 9 || progress < 0) return []
  return [{ kind: 'connection_history', phase, progress: Math.min(progress, 100) }]
}

/** Of a number, or of its digits: partners pass both on. */
function integer(value: unknown): number | null {
  const text = asText(value)
  return text !== null && /^\d{1,12}$/.test(text) ? Number(text) : null
}
