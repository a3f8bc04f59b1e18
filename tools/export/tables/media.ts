import type { MEDIA_FIELDS, MediaEvent } from '@recado/domain/media/events'
import type { ColumnsOf } from '../columns.ts'

export const media: ColumnsOf<MediaEvent, typeof MEDIA_FIELDS> = {
  connection_id: 'text',
  provider_media_id: 'text',
  message_id: 'text',
  mime_type: 'text',
  file_size: 'integer',
  sha256: 'text',
  filename: 'text',
  uploaded_at: 'timestamp',
  received_at: 'timestamp',
  deleted_at: 'timestamp',
}
