/** The structured events of the outbound webhooks, as GET /webhooks lists them. */
export const STRUCTURED_EVENTS = [
  'whatsapp.message.received',
  'whatsapp.message.sent',
  'whatsapp.message.delivered',
  'whatsapp.message.read',
  'whatsapp.message.failed',
  'whatsapp.connection.updated',
] as const

export type StructuredEvent = (typeof STRUCTURED_EVENTS)[number]

/** What a provider calls its events; a webhook that lists one gets the raw payload. */
const NATIVE_EVENTS = {
  official: [
    'messages',
    'statuses',
    'smb_message_echoes',
    'history',
    'smb_app_state_sync',
    'user_preferences',
    'message_template_status_update',
    'message_template_quality_update',
    'message_template_components_update',
    'template_category_update',
    'phone_number_quality_update',
    'phone_number_name_update',
    'account_update',
    'account_alerts',
    'account_review_update',
    'business_capability_update',
    'security',
    'business_username_update',
    'user_id_update',
    'automatic_events',
    'partner_solutions',
    'payment_configuration_update',
  ],
  freemium: [
    'message',
    'message.any',
    'message.ack',
    'message.reaction',
    'message.edited',
    'message.revoked',
    'message.waiting',
    'session.status',
    'state.change',
  ],
} as const

/** Native names are compared without case, and `_` equals `.`. */
export function nativeKey(name: string): string {
  return name.toLowerCase().replaceAll('_', '.')
}

/** Whether a webhook of this kind of connection can subscribe to the event. */
export function isSupportedEvent(kind: keyof typeof NATIVE_EVENTS, name: string): boolean {
  if (STRUCTURED_EVENTS.some((event) => event === name)) return true
  return NATIVE_EVENTS[kind].some((event) => nativeKey(event) === nativeKey(name))
}

/** Whether a webhook with this list wants the structured event: an empty list means all of them. */
export function wantsStructured(events: readonly string[], event: StructuredEvent): boolean {
  return events.length === 0 || events.includes(event)
}

/** Whether a webhook with this list wants a provider's raw event: only when it is listed. */
export function wantsNative(events: readonly string[], event: string): boolean {
  return events.some((name) => nativeKey(name) === nativeKey(event))
}
