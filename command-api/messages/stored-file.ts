import { streamOf } from '@recado/application/ids'
import type { MediaEvent } from '@recado/domain/media/events'
import { media } from '@recado/domain/media/media'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'

/** A file at the provider. Its type and its name are null where nobody has reported them. */
export type StoredFile = {
  readonly id: string
  readonly mime_type: string | null
  readonly filename: string | null
}

/** The file of a stream, as the log has it; null when it is unknown or deleted. */
export async function storedFile(
  store: Pick<EventStore, 'readStream'>,
  id: string,
): Promise<StoredFile | null> {
  let found: StoredFile | null = null
  for await (const event of store.readStream(streamOf(media, id))) {
    const { type, data } = event as RecordedEvent<MediaEvent>
    if (type === 'MediaDeleted') return null
    if (type === 'MediaUploaded' || type === 'MediaReceived')
      found ??= { id, mime_type: data.mime_type ?? null, filename: data.filename ?? null }
  }
  return found
}
