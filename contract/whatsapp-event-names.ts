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

/** Events of ours that only a webhook or a client gets that lists them by name. */
export const OPT_IN_EVENTS = ['webhook.failing', 'contact.erased', 'log.sealed'] as const

export type OptInEvent = (typeof OPT_IN_EVENTS)[number]

/** An event of ours, rather than a provider's. */
export type OwnEvent = StructuredEvent | OptInEvent

const OWN_EVENTS: readonly OwnEvent[] = [...STRUCTURED_EVENTS, ...OPT_IN_EVENTS]

/**
 * The time from which on facts give an event of this name, ISO 8601; null: always. Without it, a rebuild of the read
 * models would announce old facts as news. An event that a later release adds has the day of that release.
 */
export const ANNOUNCED_SINCE: Readonly<Record<OwnEvent, string | null>> = {
  'whatsapp.message.received': null,
  'whatsapp.message.sent': null,
  'whatsapp.message.delivered': null,
  'whatsapp.message.read': null,
  'whatsapp.message.failed': null,
  'whatsapp.connection.updated': null,
  'webhook.failing': '2026-11-27T00:00:00.000Z',
  'contact.erased': '2026-11-27T00:00:00.000Z',
  'log.sealed': '2026-11-28T00:00:00.000Z',
}

/** Whether an event is one of ours, rather than a provider's under its native name. */
export function isOwn(name: string): name is OwnEvent {
  return OWN_EVENTS.some((event) => event === name)
}

export function isOptIn(name: string): name is OptInEvent {
  return OPT_IN_EVENTS.some((event) => event === name)
}

/** Native names are compared without case, and `_` equals `.`. */
export function nativeKey(name: string): string {
  return name.toLowerCase().replaceAll('_', '.')
}

/** Every event that a webhook can list. @param native names of the provider's own events */
export function supportedEvents(native: readonly string[]): readonly string[] {
  return [...OWN_EVENTS, ...native]
}

/** Whether a webhook can list the event. @param native names of the provider's own events */
export function isSupportedEvent(native: readonly string[], name: string): boolean {
  return isOwn(name) || includesNative(native, name)
}

/** Whether a webhook with this list gets the structured event: an empty list means all of them. */
export function includesStructured(events: readonly string[], event: StructuredEvent): boolean {
  return events.length === 0 || events.includes(event)
}

/** Whether a webhook with this list gets a provider's raw event: only when it is listed. */
export function includesNative(events: readonly string[], event: string): boolean {
  return events.some((name) => nativeKey(name) === nativeKey(event))
}
