import type { MessageType } from '@recado/domain/message/events'
import { asList, asRecord, asText, isRecord } from '@recado/domain/provider-event/loose-json'
import type { MessageContent } from './message-content.ts'

type Json = Readonly<Record<string, unknown>>

/** What a message of WAHA shows. Anything but text is named, such as `[image]`, unless it has words of its own. */
export function wahaContent(payload: Json): MessageContent {
  const words = asText(payload.body)
  if (isRecord(payload.location)) {
    const text = asText(payload.location.description) ?? '[location]'
    return { message_type: 'location', text, content: payload.location }
  }
  if (asList(payload.vCards).length > 0)
    return { message_type: 'contacts', text: '[contacts]', content: asList(payload.vCards) }
  if (payload.hasMedia === true || isRecord(payload.media)) return media(payload, words)
  if (words === null) return { message_type: 'unsupported', text: '[unsupported]', content: null }
  return { message_type: 'text', text: words, content: null }
}

function media(payload: Json, caption: string | null): MessageContent {
  const file = asRecord(payload.media)
  const mime_type = asText(file.mimetype)
  const type = mediaType(mime_type, toldType(asRecord(payload._data)))
  const content = { id: null, mime_type, filename: asText(file.filename), caption, sha256: null }
  return { message_type: type, text: caption ?? `[${type}]`, content }
}

/** What WEBJS, GOWS or NOWEB calls the file, each in a place of its own. Needed where the file itself is not told. */
function toldType({ type, Info, message }: Json): string | null {
  const [noweb = null] = Object.keys(asRecord(message)).flatMap(
    (key) => /^(image|video|audio|document|sticker)\w*Message$/.exec(key)?.[1] ?? [],
  )
  return asText(type) ?? asText(asRecord(Info).MediaType) ?? noweb
}

function mediaType(mimeType: string | null, told: string | null): MessageType {
  if (told === 'sticker' || mimeType === 'image/webp') return 'sticker'
  if (told === 'ptt') return 'audio'
  const [kind] = (mimeType ?? told ?? '').split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document'
}
