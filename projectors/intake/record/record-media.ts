import { appendFirst } from '@recado/application/commands/append-first'
import { newEvents } from '@recado/application/commands/command-context'
import { mediaId, streamOf } from '@recado/application/ids'
import { MEDIA_TYPES } from '@recado/contract/content/media'
import { isRefusal } from '@recado/domain/decision'
import { media } from '@recado/domain/media/media'
import { receiveMedia } from '@recado/domain/media/receive-media'
import type { MessageIntent, MessageType } from '@recado/domain/message/events'
import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import { type Cause, contextOf } from './cause.ts'
import type { Recorder } from './recorder.ts'

const WITH_FILE: ReadonlySet<MessageType> = new Set(MEDIA_TYPES)

/** A file as a message carries it. */
export type CarriedFile = {
  readonly provider_media_id: string
  readonly mime_type: string | null
  readonly sha256: string | null
  readonly filename: string | null
}

/** The file that a message carries; null when it has none. */
export function fileIn({
  message_type,
  content,
}: Pick<MessageIntent, 'message_type' | 'content'>): CarriedFile | null {
  const file = asRecord(content)
  const provider_media_id = WITH_FILE.has(message_type) ? asText(file.id) : null
  if (provider_media_id === null) return null
  const [mime_type, sha256, filename] = [file.mime_type, file.sha256, file.filename].map(asText)
  return {
    provider_media_id,
    mime_type: mime_type ?? null,
    sha256: sha256 ?? null,
    filename: filename ?? null,
  }
}

/** Notes the file that a message carries, so that it is the connection's to show; nothing when it has none. */
export async function recordMedia(
  { store, now }: Recorder,
  cause: Cause,
  message: MessageIntent,
  message_id: string,
): Promise<void> {
  const file = fileIn(message)
  if (file === null) return
  const { connection_id } = cause
  const at = now().toISOString()
  const facts = receiveMedia({ connection_id, message_id, ...file, at }, media.initialState)
  if (isRefusal(facts)) return
  const stream = streamOf(media, mediaId(connection_id, file.provider_media_id))
  // It may be known already: by an earlier try, or by another message that carries it.
  await appendFirst(store, stream, newEvents(facts, contextOf(cause, 'media', now)))
}
