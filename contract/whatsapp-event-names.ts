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
 * The time from which on facts give an event of this name, ISO 8601; null: always. Without it, a rebuild of the read
 * models would announce old facts as news. An event that a later release adds has the day of that release.
 */
export const ANNOUNCED_SINCE: Readonly<Record<StructuredEvent, string | null>> = {
  'whatsapp.message.received': null,
  'whatsapp.message.sent': null,
  'whatsapp.message.delivered': null,
  'whatsapp.message.read': null,
  'whatsapp.message.failed': null,
  'whatsapp.connection.updated': null,
}

/** Whether an event is a structured one of ours, rather than a provider's under its native name. */
export function isStructured(name: string): name is StructuredEvent {
  return STRUCTURED_EVENTS.some((event) => event === name)
}

/** Native names are compared without case, and `_` equals `.`. */
export function nativeKey(name: string): string {
  return name.toLowerCase().replaceAll('_', '.')
}

/** Every event that a webhook can list. @param native names of the provider's own events */
export function supportedEvents(native: readonly string[]): readonly string[] {
  return [...STRUCTURED_EVENTS, ...native]
}

/** Whether a webhook can list the event. @param native names of the provider's own events */
export function isSupportedEvent(native: readonly string[], name: string): boolean {
  return isStructured(name) || includesNative(native, name)
}

/** Whether a webhook with this list gets the structured event: an empty list means all of them. */
export function includesStructured(events: readonly string[], event: StructuredEvent): boolean {
  return events.length === 0 || events.includes(event)
}

/** Whether a webhook with this list gets a provider's raw event: only when it is listed. */
export function includesNative(events: readonly string[], event: string): boolean {
  return events.some((name) => nativeKey(name) === nativeKey(event))
}
