import type { API_KEY_FIELDS, ApiKeyEvent } from '@recado/domain/api-key/events'
import type { ColumnsOf } from '../columns.ts'

export const apiKey: ColumnsOf<ApiKeyEvent, typeof API_KEY_FIELDS> = {
  key_id: 'text',
  data_account_id: 'text',
  name: 'text',
  scopes: 'json',
  sha256: 'text',
  last_four: 'text',
  secret_ref: 'text',
  user_id: 'text',
  issued_at: 'timestamp',
  revoked_at: 'timestamp',
  revealed_at: 'timestamp',
}
