import type { CONNECTION_FIELDS, ConnectionEvent } from '@recado/domain/connection/events'
import type { ColumnsOf } from '../columns.ts'

export const connection: ColumnsOf<ConnectionEvent, typeof CONNECTION_FIELDS> = {
  connection_id: 'text',
  data_account_id: 'text',
  data_type: 'text',
  status: 'text',
  previous_status: 'text',
  reason: 'text',
  kind: 'text',
  level: 'text',
  messages_per_second: 'integer',
  changed: 'json',
  phone_number: 'text',
  phone_number_digits: 'text',
  phone_number_id: 'text',
  waba_id: 'text',
  session: 'text',
  secret_refs: 'json',
  hooks: 'json',
  registered_at: 'timestamp',
  told_at: 'timestamp',
  learned_at: 'timestamp',
  replaced_at: 'timestamp',
  changed_at: 'timestamp',
  noticed_at: 'timestamp',
}
