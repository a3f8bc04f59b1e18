import type { DerivedFields } from '@recado/application/analytics/derived-fields'
import type { ACCOUNT_FIELDS, AccountEvent } from '@recado/domain/account/events'
import type { API_KEY_FIELDS, ApiKeyEvent } from '@recado/domain/api-key/events'
import type { CALL_FIELDS, CallEvent } from '@recado/domain/call/events'
import type { CONNECTION_FIELDS, ConnectionEvent } from '@recado/domain/connection/events'
import type {
  CONNECTION_NUMBER_FIELDS,
  ConnectionNumberEvent,
} from '@recado/domain/connection-number/events'
import type { CONTACT_FIELDS, ContactEvent } from '@recado/domain/contact/events'
import type {
  CONTACT_IDENTITY_FIELDS,
  ContactIdentityEvent,
} from '@recado/domain/contact-identity/events'
import type { CONVERSATION_FIELDS, ConversationEvent } from '@recado/domain/conversation/events'
import type {
  DELIVERY_RECOVERY_FIELDS,
  DeliveryRecoveryEvent,
} from '@recado/domain/delivery-recovery/events'
import type { FUNNEL_FIELDS, FunnelEvent } from '@recado/domain/funnel/events'
import type { MEDIA_FIELDS, MediaEvent } from '@recado/domain/media/events'
import type { MESSAGE_FIELDS, MessageEvent } from '@recado/domain/message/events'
import type {
  PROVIDER_EVENT_FIELDS,
  ProviderEventEvent,
} from '@recado/domain/provider-event/events'
import type {
  PROVIDER_MESSAGE_FIELDS,
  ProviderMessageEvent,
} from '@recado/domain/provider-message/events'
import type { RETENTION_FIELDS, RetentionEvent } from '@recado/domain/retention/events'
import type { SALE_FIELDS, SaleEvent } from '@recado/domain/sale/events'
import type { TEMPLATE_FIELDS, TemplateEvent } from '@recado/domain/template/events'
import type { WEBHOOK_FIELDS, WebhookEvent } from '@recado/domain/webhook/events'
import type {
  WEBHOOK_DELIVERY_FIELDS,
  WebhookDeliveryEvent,
} from '@recado/domain/webhook-delivery/events'
import type { Columns, ColumnsOf } from './columns.ts'

type DerivedColumns = { readonly [Name in keyof DerivedFields]-?: 'text' }

const account: ColumnsOf<AccountEvent, typeof ACCOUNT_FIELDS> = {
  data_account_id: 'text',
  name: 'text',
  plan: 'text',
  sales_secret_ref: 'text',
  opened_at: 'timestamp',
  changed_at: 'timestamp',
}

const apiKey: ColumnsOf<ApiKeyEvent, typeof API_KEY_FIELDS> = {
  key_id: 'text',
  data_account_id: 'text',
  name: 'text',
  scopes: 'json',
  sha256: 'text',
  last_four: 'text',
  secret_ref: 'text',
  issued_at: 'timestamp',
  revoked_at: 'timestamp',
}

const call: ColumnsOf<CallEvent, typeof CALL_FIELDS> = {
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

const connection: ColumnsOf<ConnectionEvent, typeof CONNECTION_FIELDS> = {
  connection_id: 'text',
  data_account_id: 'text',
  data_type: 'text',
  status: 'text',
  previous_status: 'text',
  reason: 'text',
  kind: 'text',
  changed: 'json',
  phone_number: 'text',
  phone_number_digits: 'text',
  phone_number_id: 'text',
  waba_id: 'text',
  session: 'text',
  secret_refs: 'json',
  hooks: 'json',
  registered_at: 'timestamp',
  learned_at: 'timestamp',
  replaced_at: 'timestamp',
  changed_at: 'timestamp',
  noticed_at: 'timestamp',
}

const connectionNumber: ColumnsOf<ConnectionNumberEvent, typeof CONNECTION_NUMBER_FIELDS> = {
  provider: 'text',
  number: 'text',
  data_account_id: 'text',
  connection_id: 'text',
  claimed_at: 'timestamp',
  released_at: 'timestamp',
}

const contact: ColumnsOf<ContactEvent, typeof CONTACT_FIELDS> = {
  contact_id: 'text',
  connection_id: 'text',
  survivor_id: 'text',
  other_contact_id: 'text',
  stage_id: 'text',
  name: 'text',
  source: 'text',
  kind: 'text',
  value: 'text',
  match_key: 'text',
  channel: 'text',
  utm_source: 'text',
  utm_campaign: 'text',
  ad_id: 'text',
  landing_url: 'text',
  ctwa_clid: 'text',
  opted_out: 'boolean',
  created_at: 'timestamp',
  renamed_at: 'timestamp',
  linked_at: 'timestamp',
  unlinked_at: 'timestamp',
  noticed_at: 'timestamp',
  merged_at: 'timestamp',
  unmerged_at: 'timestamp',
  moved_at: 'timestamp',
  returned_at: 'timestamp',
  changed_at: 'timestamp',
  data_recorded_at: 'timestamp',
}

const contactIdentity: ColumnsOf<ContactIdentityEvent, typeof CONTACT_IDENTITY_FIELDS> = {
  data_account_id: 'text',
  contact_id: 'text',
  kind: 'text',
  match_key: 'text',
  claimed_at: 'timestamp',
  released_at: 'timestamp',
}

const conversation: ColumnsOf<ConversationEvent, typeof CONVERSATION_FIELDS> = {
  conversation_id: 'text',
  connection_id: 'text',
  contact_id: 'text',
  status: 'text',
  tags: 'json',
  assignee_name: 'text',
  internal_note: 'text',
  opened_at: 'timestamp',
  changed_at: 'timestamp',
  tagged_at: 'timestamp',
  assigned_at: 'timestamp',
}

const funnel: ColumnsOf<FunnelEvent, typeof FUNNEL_FIELDS> = {
  stage_id: 'text',
  name: 'text',
  color: 'text',
  data_position: 'integer',
  auto_kind: 'text',
  added_at: 'timestamp',
  renamed_at: 'timestamp',
  recoloured_at: 'timestamp',
  moved_at: 'timestamp',
  removed_at: 'timestamp',
}

const media: ColumnsOf<MediaEvent, typeof MEDIA_FIELDS> = {
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

const message: ColumnsOf<MessageEvent, typeof MESSAGE_FIELDS> & DerivedColumns = {
  reading: 'integer',
  message_id: 'text',
  connection_id: 'text',
  conversation_id: 'text',
  contact_id: 'text',
  message_type: 'text',
  text: 'text',
  content: 'json',
  recipient: 'json',
  reply_to_message_id: 'text',
  biz_opaque_callback_data: 'text',
  idempotency: 'json',
  on_unknown: 'text',
  run: 'text',
  attempt: 'integer',
  error: 'json',
  provider_message_id: 'text',
  wa_id: 'text',
  business_scoped_user_id: 'text',
  original_provider_message_id: 'text',
  raw_event_id: 'text',
  intent_provider_message_id: 'text',
  intent_message_type: 'text',
  intent_text: 'text',
  intent_content: 'json',
  intent_party: 'json',
  intent_profile_name: 'text',
  intent_reply_to_message_id: 'text',
  intent_provider_timestamp: 'timestamp',
  requested_at: 'timestamp',
  held_until: 'timestamp',
  not_before: 'timestamp',
  deferred_at: 'timestamp',
  attempted_at: 'timestamp',
  sent_at: 'timestamp',
  refused_at: 'timestamp',
  retry_at: 'timestamp',
  unresolved_at: 'timestamp',
  given_up_at: 'timestamp',
  marked_at: 'timestamp',
  data_recorded_at: 'timestamp',
  status_stream: 'text',
  template_name: 'text',
  template_language: 'text',
}

const providerEvent: ColumnsOf<ProviderEventEvent, typeof PROVIDER_EVENT_FIELDS> = {
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

const providerMessage: ColumnsOf<ProviderMessageEvent, typeof PROVIDER_MESSAGE_FIELDS> = {
  connection_id: 'text',
  raw_event_id: 'text',
  intent_provider_message_id: 'text',
  intent_status: 'text',
  intent_provider_timestamp: 'timestamp',
  intent_recipient: 'json',
  intent_biz_opaque_callback_data: 'text',
  data_recorded_at: 'timestamp',
}

const sale: ColumnsOf<SaleEvent, typeof SALE_FIELDS> = {
  sale_id: 'text',
  source: 'text',
  external_id: 'text',
  provider: 'text',
  status: 'text',
  gross_cents: 'integer',
  fee_cents: 'integer',
  currency: 'text',
  product_name: 'text',
  product_id: 'text',
  phone: 'text',
  conversation_id: 'text',
  contact_id: 'text',
  by: 'text',
  occurred_at: 'timestamp',
  attributed_at: 'timestamp',
  data_recorded_at: 'timestamp',
}

const template: ColumnsOf<TemplateEvent, typeof TEMPLATE_FIELDS> = {
  template_id: 'text',
  waba_id: 'text',
  name: 'text',
  language: 'text',
  category: 'text',
  parameter_format: 'text',
  variables: 'json',
  provider_template_id: 'text',
  provider_status: 'text',
  rejected_reason: 'text',
  synced_at: 'timestamp',
  changed_at: 'timestamp',
  removed_at: 'timestamp',
}

const webhook: ColumnsOf<WebhookEvent, typeof WEBHOOK_FIELDS> = {
  webhook_id: 'text',
  connection_id: 'text',
  data_account_id: 'text',
  url: 'text',
  events: 'json',
  active: 'boolean',
  reason: 'text',
  secret_ref: 'text',
  previous_secret_ref: 'text',
  configured_at: 'timestamp',
  deactivated_at: 'timestamp',
  rotated_at: 'timestamp',
  previous_until: 'timestamp',
}

const webhookDelivery: ColumnsOf<WebhookDeliveryEvent, typeof WEBHOOK_DELIVERY_FIELDS> = {
  delivery_id: 'text',
  original_delivery_id: 'text',
  webhook_id: 'text',
  connection_id: 'text',
  data_event_id: 'text',
  sequence: 'integer',
  attempt: 'integer',
  outcome: 'text',
  reason: 'text',
  http_status: 'integer',
  error: 'text',
  took_ms: 'integer',
  target_url: 'text',
  next_at: 'timestamp',
  attempted_at: 'timestamp',
  given_up_at: 'timestamp',
  requested_at: 'timestamp',
  event: 'text',
  signed: 'json',
  recovery_id: 'text',
  recovered_at: 'timestamp',
}

const deliveryRecovery: ColumnsOf<DeliveryRecoveryEvent, typeof DELIVERY_RECOVERY_FIELDS> = {
  recovery_id: 'text',
  connection_id: 'text',
  webhook_id: 'text',
  since: 'text',
  from: 'integer',
  through: 'integer',
  found: 'integer',
  enqueued: 'integer',
  requested_at: 'timestamp',
  advanced_at: 'timestamp',
  completed_at: 'timestamp',
}

const retention: ColumnsOf<RetentionEvent, typeof RETENTION_FIELDS> = {
  data_account_id: 'text',
  category: 'text',
  before: 'text',
  applied_at: 'timestamp',
}

/** The columns of each category beside the common ones. `providerPost` is missing: it has nothing but bytes. */
export const TABLES: Readonly<Record<string, Columns>> = {
  account,
  apiKey,
  call,
  connection,
  connectionNumber,
  contact,
  contactIdentity,
  conversation,
  deliveryRecovery,
  funnel,
  media,
  message,
  providerEvent,
  providerMessage,
  retention,
  sale,
  template,
  webhook,
  webhookDelivery,
}
