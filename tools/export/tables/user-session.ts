import type { USER_SESSION_FIELDS, UserSessionEvent } from '@recado/domain/user-session/events'
import type { ColumnsOf } from '../columns.ts'

export const userSession: ColumnsOf<UserSessionEvent, typeof USER_SESSION_FIELDS> = {
  session_id: 'text',
  user_id: 'text',
  data_account_id: 'text',
  user_agent: 'text',
  signed_in_at: 'timestamp',
}
