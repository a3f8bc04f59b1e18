import { asRecord, isRecord, type Json } from '@recado/domain/provider-event/loose-json'

/** WhatsApp's wrappers of messages that disappear, can be seen once, or belong to an album. */
const WRAPPERS = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'deviceSentMessage',
  'associatedChildMessage',
]

/** More than any message has. */
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

/** Parts without content of their own, or that the gateway also sends as separate events. */
const SERVICE = new Set([
  'protocolMessage',
  'senderKeyDistributionMessage',
  'messageContextInfo',
  'reactionMessage',
  'encReactionMessage',
])
/** WEBJS's types of notices that WhatsApp itself puts into a chat. */
const NOTIFICATIONS = new Set([
  'e2e_notification',
  'notification',
  'notification_template',
  'protocol',
  'gp2',
  'call_log',
])

/** Why a `message` event is no message that anybody wrote; null when it is one. */
export function setAsideReason(payload: Json): 'album' | 'notification' | null {
  const { type } = asRecord(payload._data)
  const native = nativeMessage(payload)
  // The files of an album are messages of their own.
  if (type === 'album' || isRecord(native.albumMessage)) return 'album'
  const parts = Object.keys(native)
  const isService = parts.length > 0 && parts.every((name) => SERVICE.has(name))
  return isService || (typeof type === 'string' && NOTIFICATIONS.has(type)) ? 'notification' : null
}
