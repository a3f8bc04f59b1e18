import { asRecord, asText, isRecord, type Json } from '@recado/domain/provider-event/loose-json'

/** WhatsApp's wrappers of messages that disappear, can be seen once, were edited, or belong to another message. */
const WRAPPERS = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'deviceSentMessage',
  'associatedChildMessage',
  'editedMessage',
  'groupMentionedMessage',
  'lottieStickerMessage',
  'botInvokeMessage',
  'botTaskMessage',
  'botForwardedMessage',
  'spoilerMessage',
  'pollCreationOptionImageMessage',
  'eventCoverImage',
]

/** More wrappers than any message has. */
const MAX_WRAPPINGS = 8

/** WhatsApp's native message, unwrapped: NOWEB sends it as `message`, GOWS as `Message`; empty for other engines. */
export function nativeMessage({ _data }: Json): Json {
  const data = asRecord(_data)
  let native = isRecord(data.message) ? data.message : asRecord(data.Message)
  for (let i = 0; i < MAX_WRAPPINGS; i++) {
    const wrapper = WRAPPERS.find((name) => isRecord(asRecord(native[name]).message))
    if (wrapper === undefined) return native
    native = asRecord(asRecord(native[wrapper]).message)
  }
  return native
}

/** Whether the message can be seen once: its wrapper says so, or the file in it, or its key where the file is missing. */
export function isViewOnce(payload: Json): boolean {
  const { isViewOnce, key, message, Message } = asRecord(payload._data)
  if (isViewOnce === true || asRecord(key).isViewOnce === true) return true
  const wrappers = Object.keys(isRecord(message) ? message : asRecord(Message))
  if (wrappers.some((name) => name.startsWith('viewOnceMessage'))) return true
  return Object.values(nativeMessage(payload)).some((part) => asRecord(part).viewOnce === true)
}

/**
 * Parts of WhatsApp's message that say something about the chat, a call, a status post or another message: keys, pins,
 * kept messages, votes, answers to events, encrypted comments, and what the gateway also sends as separate events. The
 * names are those of WhatsApp's protocol (`Message` of WAProto), which NOWEB and GOWS pass on.
 */
const SERVICE = new Set([
  'protocolMessage',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'messageContextInfo',
  'messageHistoryBundle',
  'messageHistoryNotice',
  'stickerSyncRmrMessage',
  'reactionMessage',
  'encReactionMessage',
  'pinInChatMessage',
  'keepInChatMessage',
  'limitSharingMessage',
  'pollUpdateMessage',
  'encPollUpdateMessage',
  'pollAddOptionMessage',
  'encCommentMessage',
  'eventResponseMessage',
  'encEventResponseMessage',
  'encEventUpdateMessage',
  'secretEncryptedMessage',
  'call',
  'bcallMessage',
  'callLogMesssage',
  'callLogMessage',
  'scheduledCallEditMessage',
  'statusMentionMessage',
  'groupStatusMentionMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'statusAddYours',
  'statusNotificationMessage',
  'statusStickerInteractionMessage',
])

/** WEBJS's types of notices that WhatsApp itself puts into a chat, and of reports about other messages. */
const NOTIFICATIONS = new Set([
  'e2e_notification',
  'notification',
  'notification_template',
  'group_notification',
  'broadcast_notification',
  'newsletter_notification',
  'status_notification',
  'protocol',
  'gp2',
  'call_log',
  'scheduled_call_edit',
  'reaction',
  'reaction_enc',
  'pin_message',
  'pinned_message',
  'keep_in_chat',
  'poll_update',
  'poll_vote',
  'poll_add_option',
  'event_response',
  'event_edit_encrypted',
  'encrypted',
  'enc_comment',
  'message_history_bundle',
  'message_history_notice',
  'sticker_sync_rmr',
  'revoked',
  'debug',
])

/** NOWEB's type of a message that it could not decrypt: the only one of its notices that stands for a message. */
const CIPHERTEXT = ['2', 'CIPHERTEXT']

/** Why a `message` event is no message that anybody wrote; null when it is one. */
export function setAsideReason(payload: Json): 'album' | 'notification' | null {
  const { type, messageStubType } = asRecord(payload._data)
  const native = nativeMessage(payload)
  // The files of an album are messages of their own.
  if (type === 'album' || isRecord(native.albumMessage)) return 'album'
  const parts = Object.keys(native).filter((name) => native[name] != null)
  const isService = parts.length === 0 ? isNotice(messageStubType) : parts.every(isServicePart)
  return isService || (typeof type === 'string' && NOTIFICATIONS.has(type)) ? 'notification' : null
}

/** Some builds of GOWS begin the names of parts with a capital. */
function isServicePart(name: string): boolean {
  return SERVICE.has(name.slice(0, 1).toLowerCase() + name.slice(1))
}

function isNotice(stubType: unknown): boolean {
  const stub = asText(stubType)
  return stub !== null && stub !== '0' && !CIPHERTEXT.includes(stub)
}
