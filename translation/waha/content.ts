import type { MessageType } from '@recado/domain/message/events'
import { asRecord, asText, isRecord, type Json } from '@recado/domain/provider-event/loose-json'
import type { MessageContent } from '../message-content.ts'
import { wahaAnswer } from './answer.ts'
import { wahaContacts } from './contacts.ts'
import { wahaDescribed } from './described.ts'
import { isViewOnce, nativeMessage } from './native.ts'

/** Reads a message of WAHA. Without a text of its own, a message other than text shows its type, such as `[image]`. */
export function wahaContent(payload: Json): MessageContent {
  const structured =
    locationContent(payload) ??
    wahaContacts(payload) ??
    wahaAnswer(payload) ??
    wahaDescribed(payload)
  if (structured !== null) return structured
  const body = asText(payload.body)
  if (payload.hasMedia === true || isRecord(payload.media)) return mediaContent(payload, body)
  if (body === null) return withoutText(payload)
  return { message_type: 'text', text: body, content: null }
}

/** WhatsApp shows a file that can be seen once on the phone only: the gateway may learn no more than that there is one. */
function withoutText(payload: Json): MessageContent {
  const content = isViewOnce(payload) ? { type: 'view_once', errors: [] } : null
  return { message_type: 'unsupported', text: `[${content?.type ?? 'unsupported'}]`, content }
}

/** WEBJS has the place's name in `description`, the other engines have it in `name`. */
function locationContent(payload: Json): MessageContent | null {
  const { locationMessage, liveLocationMessage } = nativeMessage(payload)
  const native = isRecord(locationMessage) ? locationMessage : liveLocationMessage
  if (!isRecord(payload.location) && !isRecord(native)) return null
  const place = isRecord(payload.location) ? payload.location : placeOf(asRecord(native))
  const name = asText(place.name) ?? asText(asRecord(native).name) ?? asText(place.description)
  return { message_type: 'location', text: name ?? '[location]', content: place }
}

function placeOf({ degreesLatitude, degreesLongitude, name, address }: Json): Json {
  const place = { latitude: degreesLatitude, longitude: degreesLongitude, name, address }
  return Object.fromEntries(Object.entries(place).map(([field, value]) => [field, value ?? null]))
}

function mediaContent(payload: Json, caption: string | null): MessageContent {
  const file = asRecord(payload.media)
  const mime_type = asText(file.mimetype)
  const type = mediaType(mime_type, namedType(payload))
  const content = {
    ...{ id: null, mime_type, filename: asText(file.filename), caption, sha256: null },
    ...(isViewOnce(payload) && { view_once: true }),
  }
  return { message_type: type, text: caption ?? `[${type}]`, content }
}

/** The media type as WEBJS, GOWS or NOWEB names it, each in another field. Needed when the event carries no file. */
function namedType(payload: Json): string | null {
  const { type, Info } = asRecord(payload._data)
  const [native = null] = Object.keys(nativeMessage(payload)).flatMap(
    (key) => /^(image|video|ptv|audio|document|sticker)\w*Message$/.exec(key)?.[1] ?? [],
  )
  return asText(type) ?? asText(asRecord(Info).MediaType) ?? native
}

function mediaType(mimeType: string | null, named: string | null): MessageType {
  if (named === 'sticker' || mimeType === 'image/webp') return 'sticker'
  if (named === 'ptt') return 'audio'
  if (named === 'ptv') return 'video'
  const [kind] = (mimeType ?? named ?? '').split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document'
}
