import type { FieldClasses } from '../field-classes.ts'

/** A file was uploaded to the provider. The id is the provider's and belongs to this connection. */
export type MediaUploaded = {
  type: 'MediaUploaded'
  data: {
    connection_id: string
    provider_media_id: string
    /** As its bytes show, not as the caller says. */
    mime_type: string
    /** In bytes. */
    file_size: number
    /** Of the uploaded bytes, lower-case hex. */
    sha256: string
    filename: string | null
    uploaded_at: string
  }
}

/** A file arrived in a message. The id is the provider's and belongs to this connection. */
export type MediaReceived = {
  type: 'MediaReceived'
  data: {
    connection_id: string
    provider_media_id: string
    /** The first message that carried it. */
    message_id: string
    /** As the provider reports it; null where it reports none. */
    mime_type: string | null
    sha256: string | null
    filename: string | null
    received_at: string
  }
}

/** A file, uploaded or received, was deleted at the provider. */
export type MediaDeleted = {
  type: 'MediaDeleted'
  data: { connection_id: string; provider_media_id: string; deleted_at: string }
}

export type MediaEvent = MediaUploaded | MediaReceived | MediaDeleted

export const MEDIA_FIELDS = {
  MediaUploaded: { filename: 'personal', provider_media_id: 'plain', mime_type: 'plain' },
  MediaReceived: { filename: 'personal', provider_media_id: 'plain', mime_type: 'plain' },
  MediaDeleted: { provider_media_id: 'plain' },
} satisfies FieldClasses<MediaEvent>
