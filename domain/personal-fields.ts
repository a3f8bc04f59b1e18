import { ACCOUNT_FIELDS, type AccountEvent } from './account/events.ts'
import { API_KEY_FIELDS, type ApiKeyEvent } from './api-key/events.ts'
import { CALL_FIELDS, type CallEvent } from './call/events.ts'
import { CONNECTION_FIELDS, type ConnectionEvent } from './connection/events.ts'
import { CONNECTION_NUMBER_FIELDS, type ConnectionNumberEvent } from './connection-number/events.ts'
import { CONTACT_FIELDS, type ContactEvent } from './contact/events.ts'
import { CONTACT_IDENTITY_FIELDS, type ContactIdentityEvent } from './contact-identity/events.ts'
import { CONVERSATION_FIELDS, type ConversationEvent } from './conversation/events.ts'
import { DELIVERY_RECOVERY_FIELDS, type DeliveryRecoveryEvent } from './delivery-recovery/events.ts'
import { ERASURE_FIELDS, type ErasureEvent } from './erasure/events.ts'
import type { FieldClass, FieldClasses } from './field-classes.ts'
import { FUNNEL_FIELDS, type FunnelEvent } from './funnel/events.ts'
import { GATEWAY_FIELDS, type GatewayEvent } from './gateway/events.ts'
import { IMPORTED_MESSAGE_FIELDS, type ImportedMessageEvent } from './imported-message/events.ts'
import { MEDIA_FIELDS, type MediaEvent } from './media/events.ts'
import { MESSAGE_FIELDS, type MessageEvent } from './message/events.ts'
import { PROVIDER_EVENT_FIELDS, type ProviderEventEvent } from './provider-event/events.ts'
import { PROVIDER_MESSAGE_FIELDS, type ProviderMessageEvent } from './provider-message/events.ts'
import { RETENTION_FIELDS, type RetentionEvent } from './retention/events.ts'
import { SALE_FIELDS, type SaleEvent } from './sale/events.ts'
import { SEAL_FIELDS, type SealEvent } from './seal/events.ts'
import { TEMPLATE_FIELDS, type TemplateEvent } from './template/events.ts'
import { USER_FIELDS, type UserEvent } from './user/events.ts'
import { USER_EMAIL_FIELDS, type UserEmailEvent } from './user-email/events.ts'
import { USER_SESSION_FIELDS, type UserSessionEvent } from './user-session/events.ts'
import { WEBHOOK_FIELDS, type WebhookEvent } from './webhook/events.ts'
import { WEBHOOK_DELIVERY_FIELDS, type WebhookDeliveryEvent } from './webhook-delivery/events.ts'

export type DomainEvent =
  | AccountEvent
  | ApiKeyEvent
  | CallEvent
  | ConnectionEvent
  | ConnectionNumberEvent
  | ContactEvent
  | ContactIdentityEvent
  | ConversationEvent
  | DeliveryRecoveryEvent
  | ErasureEvent
  | FunnelEvent
  | GatewayEvent
  | ImportedMessageEvent
  | MediaEvent
  | MessageEvent
  | ProviderEventEvent
  | ProviderMessageEvent
  | RetentionEvent
  | SaleEvent
  | SealEvent
  | TemplateEvent
  | UserEvent
  | UserEmailEvent
  | UserSessionEvent
  | WebhookEvent
  | WebhookDeliveryEvent

const FIELDS = {
  ...ACCOUNT_FIELDS,
  ...API_KEY_FIELDS,
  ...CALL_FIELDS,
  ...CONNECTION_FIELDS,
  ...CONNECTION_NUMBER_FIELDS,
  ...CONTACT_FIELDS,
  ...CONTACT_IDENTITY_FIELDS,
  ...CONVERSATION_FIELDS,
  ...DELIVERY_RECOVERY_FIELDS,
  ...ERASURE_FIELDS,
  ...FUNNEL_FIELDS,
  ...GATEWAY_FIELDS,
  ...IMPORTED_MESSAGE_FIELDS,
  ...MEDIA_FIELDS,
  ...MESSAGE_FIELDS,
  ...PROVIDER_EVENT_FIELDS,
  ...PROVIDER_MESSAGE_FIELDS,
  ...RETENTION_FIELDS,
  ...SALE_FIELDS,
  ...SEAL_FIELDS,
  ...TEMPLATE_FIELDS,
  ...USER_FIELDS,
  ...USER_EMAIL_FIELDS,
  ...USER_SESSION_FIELDS,
  ...WEBHOOK_FIELDS,
  ...WEBHOOK_DELIVERY_FIELDS,
} satisfies FieldClasses<DomainEvent>

type Classes = typeof FIELDS

/** The types of facts that have a field about a person, or a native object: these are sealed. */
export type SealedType = {
  [Type in keyof Classes]: ClassIn<Classes[Type]> extends 'plain' ? never : Type
}[keyof Classes]
type ClassIn<Fields> = Fields[keyof Fields]

const CLASSES: ReadonlyMap<string, Readonly<Partial<Record<string, FieldClass>>>> = new Map(
  Object.entries(FIELDS),
)

export const FACT_TYPES: readonly string[] = [...CLASSES.keys()]

/** Paths of a fact's personal fields, such as `intent.party`, what was said included; empty for an unknown type. */
export function personalFields(type: string): readonly string[] {
  return fieldsOf(type, 'personal', 'said')
}

/** Paths of a fact's raw fields, which never leave the log; empty for an unknown type. */
export function rawFields(type: string): readonly string[] {
  return fieldsOf(type, 'raw', 'saidRaw')
}

/** Paths of what a fact says of a person, which is kept for as long as the person. */
export function keptFields(type: string): readonly string[] {
  return fieldsOf(type, 'personal', 'raw')
}

/** Paths of what was said, which MESSAGE_DAYS may destroy. */
export function saidFields(type: string): readonly string[] {
  return fieldsOf(type, 'said', 'saidRaw')
}

/** The last name in each personal or raw path, such as `party`. Log lines must not show fields of these names. */
export function guardedNames(): readonly string[] {
  const paths = FACT_TYPES.flatMap((type) => [...personalFields(type), ...rawFields(type)])
  return [...new Set(paths.map((path) => path.slice(path.lastIndexOf('.') + 1)))]
}

function fieldsOf(type: string, ...sought: readonly FieldClass[]): readonly string[] {
  const classes = Object.entries(CLASSES.get(type) ?? {})
  return classes
    .filter(([, named]) => named !== undefined && sought.includes(named))
    .map(([path]) => path)
}
