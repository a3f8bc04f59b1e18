import type {
  PROVIDER_MESSAGE_FIELDS,
  ProviderMessageEvent,
} from '@recado/domain/provider-message/events'
import type { ColumnsOf } from '../columns.ts'

export const providerMessage: ColumnsOf<ProviderMessageEvent, typeof PROVIDER_MESSAGE_FIELDS> = {
  connection_id: 'text',
  raw_event_id: 'text',
  intent_provider_message_id: 'text',
  intent_status: 'text',
  intent_provider_timestamp: 'timestamp',
  intent_recipient: 'json',
  intent_biz_opaque_callback_data: 'text',
  data_recorded_at: 'timestamp',
}
