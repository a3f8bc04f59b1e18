import type { FieldClasses } from '../field-classes.ts'

/** A file was handed to the provider; the id is the provider's and belongs to this connection. */
export type MediaUploaded = {
  type: 'MediaUploaded'
  data: {
    connection_id: string
    provider_media_id: string
    /** As told by its bytes, not by the caller. */
    mime_type: string
    /** In bytes. */
    file_size: number
    /** Of our bytes, lower-case hex. */
    sha256: string
    filename: string | null
    uploaded_at: string
  }
}

/** A file came in a message; the id is the provider's and belongs to this connection. */
export type MediaReceived = {
  type: 'MediaReceived'
  data: {
    connection_id: string
    provider_media_id: string
    /** The first message that carried it. */
    message_id: string
    /** As the provider told; null where it told nothing. */
    mime_type: string | null
    sha256: string | null
    filename: string | null
    received_at: string
  }
}

/** The provider was told to forget a file, uploaded or received. */
export type MediaDeleted = {
  type: 'MediaDeleted'
  data: { connection_id: string; provider_media_id: string; deleted_at: string }
}

export type MediaEvent = MediaUploaded | MediaReceived | MediaDeleted

/** Which fields of each fact are personal or raw. */
export const MEDIA_FIELDS = {
  MediaUploaded: { filename: 'personal', provider_media_id: 'plain', mime_type: 'plain' },
  MediaReceived: { filename: 'personal', provider_media_id: 'plain', mime_type: 'plain' },
  MediaDeleted: { provider_media_id: 'plain' },
} satisfies FieldClasses<MediaEvent>
