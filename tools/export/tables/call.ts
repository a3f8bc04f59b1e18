import type { CALL_FIELDS, CallEvent } from '@recado/domain/call/events'
import type { ColumnsOf } from '../columns.ts'

export const call: ColumnsOf<CallEvent, typeof CALL_FIELDS> = {
  connection_id: 'text',
  conversation_id: 'text',
  contact_id: 'text',
  intent_provider_call_id: 'text',
  intent_party: 'json',
  intent_profile_name: 'text',
  intent_provider_timestamp: 'timestamp',
  raw_event_id: 'text',
  data_recorded_at: 'timestamp',
}
