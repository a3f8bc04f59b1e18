import type { SendMessage } from '@recado/contract/send'
import type { MessageType } from '@recado/domain/message/events'
import type { SendContent } from './requested-send.ts'

/** What a text message consists of. */
export function textContent(text: string): SendContent {
  return { message_type: 'text', text, content: null }
}

type ReadContent = (body: SendMessage) => SendContent

/** How each type that can be sent is read from a body. */
const readers: Partial<Record<MessageType, ReadContent>> = {
  text: ({ text }) => textContent(text ?? ''),
}

/** The content of a body; null for a type that cannot be sent. */
export function contentOf(body: SendMessage): SendContent | null {
  return readers[body.type]?.(body) ?? null
}
