import type { USER_EMAIL_FIELDS, UserEmailEvent } from '@recado/domain/user-email/events'
import type { ColumnsOf } from '../columns.ts'

export const userEmail: ColumnsOf<UserEmailEvent, typeof USER_EMAIL_FIELDS> = {
  data_account_id: 'text',
  user_id: 'text',
  claimed_at: 'timestamp',
  released_at: 'timestamp',
}
