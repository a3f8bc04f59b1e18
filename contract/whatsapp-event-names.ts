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

/**
 * What providers call their events, by type of connection. A webhook can list exactly these and gets the raw payload
 * of each: for official the fields of Meta's webhooks, whose change is journalled whatever its field, with
 * `statuses` for the changes of `messages` that hold statuses only; for freemium what every session is told to send.
 */
export const NATIVE_EVENTS = {
  official: [
    'messages',
    'statuses',
    'message_echoes',
    'smb_message_echoes',
    'smb_app_state_sync',
    'history',
    'calls',
    'flows',
    'groups',
    'group_lifecycle_update',
    'group_participants_update',
    'group_settings_update',
    'group_status_update',
    'user_preferences',
    'user_id_update',
    'business_username_update',
    'consumer_profile',
    'messaging_handovers',
    'message_template_status_update',
    'message_template_quality_update',
    'message_template_components_update',
    'template_category_update',
    'template_correct_category_detection',
    'phone_number_quality_update',
    'phone_number_name_update',
    'account_update',
    'account_alerts',
    'account_review_update',
    'account_settings_update',
    'business_capability_update',
    'business_status_update',
    'security',
    'automatic_events',
    'tracking_events',
    'partner_solutions',
    'payment_configuration_update',
  ],
  // `message.any` holds what `message` does, and the echoes besides.
  freemium: [
    'session.status',
    'message.any',
    'message.ack',
    'message.reaction',
    'message.edited',
    'message.revoked',
  ],
} as const

/** Native names are compared without case, and `_` equals `.`. */
export function nativeKey(name: string): string {
  return name.toLowerCase().replaceAll('_', '.')
}

/** Every event that a webhook of this type of connection can list. */
export function supportedEvents(type: keyof typeof NATIVE_EVENTS): readonly string[] {
  return [...STRUCTURED_EVENTS, ...NATIVE_EVENTS[type]]
}

/** Whether a webhook of this type of connection can list the event. */
export function isSupportedEvent(type: keyof typeof NATIVE_EVENTS, name: string): boolean {
  if (STRUCTURED_EVENTS.some((event) => event === name)) return true
  return wantsNative(NATIVE_EVENTS[type], name)
}

/** Whether a webhook with this list wants the structured event: an empty list means all of them. */
export function wantsStructured(events: readonly string[], event: StructuredEvent): boolean {
  return events.length === 0 || events.includes(event)
}

/** Whether a webhook with this list wants a provider's raw event: only when it is listed. */
export function wantsNative(events: readonly string[], event: string): boolean {
  return events.some((name) => nativeKey(name) === nativeKey(event))
}
