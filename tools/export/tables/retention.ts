import type { RETENTION_FIELDS, RetentionEvent } from '@recado/domain/retention/events'
import type { ColumnsOf } from '../columns.ts'

export const retention: ColumnsOf<RetentionEvent, typeof RETENTION_FIELDS> = {
  data_account_id: 'text',
  category: 'text',
  before: 'text',
  applied_at: 'timestamp',
}
