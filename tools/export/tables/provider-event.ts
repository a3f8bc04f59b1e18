import type {
  PROVIDER_EVENT_FIELDS,
  ProviderEventEvent,
} from '@recado/domain/provider-event/events'
import type { ColumnsOf } from '../columns.ts'

export const providerEvent: ColumnsOf<ProviderEventEvent, typeof PROVIDER_EVENT_FIELDS> = {
  connection_id: 'text',
  source: 'text',
  event: 'text',
  body_sha256: 'text',
  payload_parts: 'integer',
  raw_event_id: 'text',
  part: 'integer',
  parts: 'integer',
  set_aside: 'json',
  received_at: 'timestamp',
}
