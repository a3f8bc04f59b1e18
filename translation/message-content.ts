import type { MessageType } from '@recado/domain/message/events'
import {
  asRecord,
  asRecords,
  asText,
  isRecord,
  type Json,
} from '@recado/domain/provider-event/loose-json'

/** What a message shows: its type, the line for lists and previews, and the native object of the type. */
export type MessageContent = {
  readonly message_type: MessageType
  readonly text: string
  readonly content: object | null
}

/** Reads a native message of the Graph API. A type unknown to us counts as unsupported. */
export function messageContent(message: Json): MessageContent {
  const type = asText(message.type) ?? 'unsupported'
  return isReadable(type) ? READERS[type](message, type) : unsupportedContent(message)
}

function isReadable(type: string): type is keyof typeof READERS {
  return Object.hasOwn(READERS, type)
}

type Reader = (message: Json, type: MessageType) => MessageContent

const READERS: Readonly<Record<Exclude<MessageType, 'unsupported'>, Reader>> = {
  text: (message) => {
    const text = asText(asRecord(message.text).body) ?? ''
    return { message_type: 'text', text, content: null }
  },
  image: mediaContent,
  video: mediaContent,
  audio: mediaContent,
  document: mediaContent,
  sticker: mediaContent,
  location: (message, type) =>
    nativeContent(type, message, asText(asRecord(message.location).name)),
  contacts: (message, type) => {
    const content = asRecords(message.contacts)
    const names = content.flatMap((contact) => contactName(contact) ?? [])
    return { message_type: type, text: names.join(', ') || '[contacts]', content }
  },
  interactive: (message, type) =>
    nativeContent(type, message, chosenTitle(asRecord(message.interactive))),
  button: (message, type) => nativeContent(type, message, asText(asRecord(message.button).text)),
  // A removed reaction has no emoji; its text is empty then.
  reaction: (message, type) =>
    nativeContent(type, message, asText(asRecord(message.reaction).emoji) ?? ''),
  order: (message, type) => nativeContent(type, message, asText(asRecord(message.order).text)),
  request_welcome: (_, type) => ({ message_type: type, text: `[${type}]`, content: null }),
  edit: (message, type) => {
    const edited = asRecord(asRecord(message.edit).message)
    // An edit inside an edit is not read: such nesting could be endless.
    const readable = asText(edited.type) !== null && edited.type !== 'edit'
    return nativeContent(type, message, readable ? asText(messageContent(edited).text) : null)
  },
  revoke: (message, type) => nativeContent(type, message, null),
  template: (message, type) => nativeContent(type, message, null),
}

function mediaContent(message: Json, type: MessageType): MessageContent {
  const file = asRecord(message[type])
  const caption = asText(file.caption)
  const content = {
    id: asText(file.id),
    mime_type: asText(file.mime_type),
    filename: asText(file.filename),
    caption,
    sha256: asText(file.sha256),
  }
  return { message_type: type, text: caption ?? `[${type}]`, content }
}

function nativeContent(type: MessageType, message: Json, text: string | null): MessageContent {
  const content = isRecord(message[type]) ? (message[type] as object) : null
  return { message_type: type, text: text ?? `[${type}]`, content }
}

function contactName(contact: Json): string | null {
  const name = asRecord(contact.name)
  const phone = asRecords(contact.phones)[0]
  return asText(name.formatted_name) ?? asText(name.first_name) ?? asText(phone?.phone)
}

/** The title of the chosen button or row, the text of a completed flow, or the answer to a call permission request. */
function chosenTitle(interactive: Json): string | null {
  const answer = asRecord(interactive[asText(interactive.type) ?? ''])
  return (
    asText(answer.title) ?? asText(answer.body) ?? asText(answer.name) ?? asText(answer.response)
  )
}

function unsupportedContent(message: Json): MessageContent {
  const { type = null, errors = [] } = message
  return { message_type: 'unsupported', text: '[unsupported]', content: { type, errors } }
}
