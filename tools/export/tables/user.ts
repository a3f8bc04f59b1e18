import type { USER_FIELDS, UserEvent } from '@recado/domain/user/events'
import type { ColumnsOf } from '../columns.ts'

export const user: ColumnsOf<UserEvent, typeof USER_FIELDS> = {
  user_id: 'text',
  data_account_id: 'text',
  email: 'text',
  name: 'text',
  role: 'text',
  sha256: 'text',
  secret_ref: 'text',
  added_at: 'timestamp',
  issued_at: 'timestamp',
  expires_at: 'timestamp',
  set_at: 'timestamp',
  changed_at: 'timestamp',
  removed_at: 'timestamp',
}
