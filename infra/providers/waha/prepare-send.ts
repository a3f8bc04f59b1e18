import { type ChatLease, leasedMutex } from '../../concurrency/leased-mutex.ts'
import type { ConnectionEntry } from '../../registry-entries.ts'
import type { NotCalled, OutboundMessage, ReadyCall } from '../send-call.ts'
import { neverSent } from '../without-answer.ts'
import { findChat } from './find-chat.ts'
import { sendOutcome } from './read-answer.ts'
import type { WahaClient } from './waha-client.ts'

/** How long a send waits for the previous one in its chat. */
const CHAT_WAIT_MS = 5_000

/** Sends texts, one at a time in each chat over all processes: two at once arrive out of order or twice. */
export function prepareSend(client: WahaClient, lease: ChatLease) {
  const chats = leasedMutex(CHAT_WAIT_MS, lease)
  return async (
    { session }: ConnectionEntry,
    message: OutboundMessage,
  ): Promise<ReadyCall | NotCalled> => {
    const name = session ?? ''
    const chat = await findChat(client, name, message)
    if ('outcome' in chat) return chat
    const request = textBody(name, chat.chat_id, message)
    const leave = await chats.enter(`${name} ${chat.chat_id}`)
    if (leave === null)
      return neverSent(request, 'another message to this chat is under way', message.attempt)
    return {
      async send() {
        const result = await client.call('POST', '/api/sendText', request).finally(leave)
        return sendOutcome(request, result, chat.wa_id, message.attempt)
      },
      drop: leave,
    }
  }
}

function textBody(session: string, chatId: string, message: OutboundMessage) {
  const { text, reply_to_message_id: quoted, reply_to_own: isOwn = false } = message
  const reply = quoted === null ? {} : { reply_to: wholeId(quoted, chatId, isOwn) }
  return { session, chatId, text, ...reply, linkPreview: false }
}

/** The whole id of a quoted message for WAHA; its prefix says whether the business wrote the message. */
function wholeId(id: string, chatId: string, isOwn: boolean): string {
  return id.includes('_') ? id : `${isOwn}_${chatId}_${id}`
}
