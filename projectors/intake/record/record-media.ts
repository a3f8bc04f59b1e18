import { appendFirst } from '@recado/application/commands/append-first'
import { newEvents } from '@recado/application/commands/command-context'
import { scopeOf } from '@recado/application/facts/decisions'
import { mediaId, streamOf } from '@recado/application/ids'
import { fileIn } from '@recado/application/intake/carried-file'
import { type Cause, contextOf } from '@recado/application/intake/cause'
import { isRefusal } from '@recado/domain/decision'
import { media } from '@recado/domain/media/media'
import { receiveMedia } from '@recado/domain/media/receive-media'
import type { MessageIntent } from '@recado/domain/message/events'
import type { Recorder } from './recorder.ts'

/** Records the file that a message carries, so that the connection may show it; nothing when there is none. */
export async function recordMedia(
  { store, now }: Recorder,
  cause: Cause,
  message: Pick<MessageIntent, 'message_type' | 'content'>,
  message_id: string,
): Promise<void> {
  const file = fileIn(message)
  if (file === null) return
  const { connection_id } = cause
  const at = now().toISOString()
  const facts = receiveMedia({ connection_id, message_id, ...file, at }, media.initialState)
  if (isRefusal(facts)) return
  const stream = streamOf(
    media,
    mediaId({ connection_id, provider_media_id: file.provider_media_id }),
  )
  // The file may be known already: from an earlier try, or from another message that carries it.
  await appendFirst(store, stream, newEvents(facts, contextOf(cause, scopeOf('media'), now)))
}
