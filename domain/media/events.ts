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

/** A file, uploaded or received, was deleted at the provider, or given up because its person was erased. */
export type MediaDeleted = {
  type: 'MediaDeleted'
  data: {
    connection_id: string
    provider_media_id: string
    /** The copy in `MEDIA_STORE` that goes with it; absent when there is none. */
    file_ref?: string
    /** When the provider deletes it by itself, where it did not when asked. Absent: it no longer has it. */
    kept_until?: string
    deleted_at: string
  }
}

/** A copy of a file, uploaded or received, was sealed and stored in `MEDIA_STORE`. No webhook reports it. */
export type MediaStored = {
  type: 'MediaStored'
  data: {
    connection_id: string
    provider_media_id: string
    /** The name of the copy in the folder, which says nothing about the file. */
    file_ref: string
    /** Reference of the key in the vault that seals the account's copies. */
    key_ref: string
    /** As the provider reported it with the bytes. */
    mime_type: string
    /** Of the file, not of its sealed copy; in bytes. */
    file_size: number
    /** Of the stored bytes, lower-case hex. */
    sha256: string
    stored_at: string
  }
}

/** The stored copy of a file was removed after `MEDIA_DAYS`. The provider may still have the file. */
export type StoredMediaExpired = {
  type: 'StoredMediaExpired'
  data: { connection_id: string; provider_media_id: string; file_ref: string; expired_at: string }
}

export type MediaEvent =
  | MediaUploaded
  | MediaReceived
  | MediaDeleted
  | MediaStored
  | StoredMediaExpired

export const MEDIA_FIELDS = {
  MediaUploaded: { filename: 'said', provider_media_id: 'plain', mime_type: 'plain' },
  MediaReceived: { filename: 'said', provider_media_id: 'plain', mime_type: 'plain' },
  MediaDeleted: { provider_media_id: 'plain' },
  MediaStored: { provider_media_id: 'plain', mime_type: 'plain' },
  StoredMediaExpired: { provider_media_id: 'plain' },
} satisfies FieldClasses<MediaEvent>
