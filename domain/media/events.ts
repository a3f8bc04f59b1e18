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

/** The provider was told to forget a file, uploaded or received. */
export type MediaDeleted = {
  type: 'MediaDeleted'
  data: { connection_id: string; provider_media_id: string; deleted_at: string }
}

export type MediaEvent = MediaUploaded | MediaDeleted
