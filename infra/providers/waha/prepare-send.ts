import { type ChatLease, type LeasedMutex, leasedMutex } from '../../concurrency/leased-mutex.ts'
import type { ConnectionEntry } from '../../registry-entries.ts'
import {
  NO_PLACE,
  type NoTurn,
  type NotCalled,
  type OutboundMessage,
  type ReadyCall,
} from '../send-call.ts'
import { neverSent } from '../without-answer.ts'
import { findChat } from './find-chat.ts'
import { sendOutcome } from './read-answer.ts'
import type { WahaClient, WahaPlace } from './waha-client.ts'

/** How long a send waits for the previous one in its chat. */
const CHAT_WAIT_MS = 5_000

/** Sends texts, one at a time in each chat over all processes: two at once arrive out of order or twice. */
export function prepareSend(client: WahaClient, lease: ChatLease) {
  const chats = leasedMutex(CHAT_WAIT_MS, lease)
  return async (
    connection: ConnectionEntry,
    message: OutboundMessage,
    waitMs: number,
  ): Promise<ReadyCall | NotCalled | NoTurn> => {
    // One place for the lookup and the send: a claimed send never waits for one.
    const place = await client.take(connection, waitMs)
    if (place === null) return NO_PLACE
    const ready = await prepareAt(place, chats, connection.session ?? '', message).catch(
      (error) => {
        place.leave()
        throw error
      },
    )
    if ('outcome' in ready) place.leave()
    return ready
  }
}

async function prepareAt(
  place: WahaPlace,
  chats: LeasedMutex,
  session: string,
  message: OutboundMessage,
): Promise<ReadyCall | NotCalled> {
  const chat = await findChat(place, session, message)
  if ('outcome' in chat) return chat
  const request = textBody(session, chat.chat_id, message)
  const leaveChat = await chats.enter(`${session} ${chat.chat_id}`)
  if (leaveChat === null)
    return neverSent(request, 'another message to this chat is under way', message.attempt)
  const leave = () => leaveChat().finally(place.leave)
  return {
    async send() {
      const result = await place.call('POST', '/api/sendText', request).finally(leave)
      return sendOutcome(request, result, chat.wa_id, message.attempt)
    },
    drop: leave,
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
