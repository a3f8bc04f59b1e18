import { asRecord, isRecord } from '@recado/domain/provider-event/loose-json'

type Json = Readonly<Record<string, unknown>>

/** What WhatsApp puts around a message that disappears, is seen once, or belongs to an album. */
const WRAPPERS = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'deviceSentMessage',
  'associatedChildMessage',
]

/** More wrappings than any message has. */
const MAX_WRAPPINGS = 8

/** The message in WhatsApp's own words, unwrapped: NOWEB shows it as `message`, GOWS as `Message`; else empty. */
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

/** Parts that say nothing themselves, or that the gateway tells as events of their own. */
const SERVICE = new Set([
  'protocolMessage',
  'senderKeyDistributionMessage',
  'messageContextInfo',
  'reactionMessage',
  'encReactionMessage',
])
/** WEBJS's types of what WhatsApp notes in a chat. */
const NOTIFICATIONS = new Set([
  'e2e_notification',
  'notification',
  'notification_template',
  'protocol',
  'gp2',
  'call_log',
])

/** Why something told as a message is none that anybody wrote; null when it is one. */
export function notWritten(payload: Json): 'album' | 'notification' | null {
  const { type } = asRecord(payload._data)
  const native = nativeMessage(payload)
  // The files of an album are messages of their own.
  if (type === 'album' || isRecord(native.albumMessage)) return 'album'
  const parts = Object.keys(native)
  const isService = parts.length > 0 && parts.every((name) => SERVICE.has(name))
  return isService || (typeof type === 'string' && NOTIFICATIONS.has(type)) ? 'notification' : null
}
