import { MEDIA_TYPES } from '@recado/contract/content/media'
import type { MessageIntent, MessageType } from '@recado/domain/message/events'
import { asRecord, asText } from '@recado/domain/provider-event/loose-json'

const TYPES_WITH_FILE: ReadonlySet<MessageType> = new Set(MEDIA_TYPES)

/** A file that a message carries; null for what the provider left out. */
export type CarriedFile = {
  readonly provider_media_id: string
  readonly mime_type: string | null
  readonly sha256: string | null
  readonly filename: string | null
}

/** The file of a message; null for a message without one. */
export function fileIn({
  message_type,
  content,
}: Pick<MessageIntent, 'message_type' | 'content'>): CarriedFile | null {
  const file = asRecord(content)
  const provider_media_id = TYPES_WITH_FILE.has(message_type) ? asText(file.id) : null
  if (provider_media_id === null) return null
  const [mime_type, sha256, filename] = [file.mime_type, file.sha256, file.filename].map(asText)
  return {
    provider_media_id,
    mime_type: mime_type ?? null,
    sha256: sha256 ?? null,
    filename: filename ?? null,
  }
}
