import type { DeliveryAttempted } from '@recado/domain/webhook-delivery/events'

export type DeliveryHead = {
  readonly id: string
  readonly event: string
  readonly event_id: string
  readonly position: number
}

/** How one attempt was signed. `at` is the attempt's time, ISO 8601. */
export type SignedAt = NonNullable<DeliveryAttempted['data']['signed']> & { readonly at: string }

/** The headers of a delivery's POST, as the dispatcher sends them and the API shows them later. */
export function requestHeaders(of: DeliveryHead, signed: SignedAt | null): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'user-agent': 'Recado-Webhooks/1',
    'webhook-id': of.event_id,
  }
  if (signed !== null) {
    headers['x-service-signature'] = signed.service
    headers['webhook-timestamp'] = String(unixSeconds(signed.at))
    headers['webhook-signature'] = signed.standard
  }
  headers['x-service-delivery'] = of.id
  headers['x-service-event'] = of.event
  headers['x-event-position'] = String(of.position)
  return headers
}

/** Unix time, s, of a time in ISO 8601. */
export function unixSeconds(at: string): number {
  return Math.floor(Date.parse(at) / 1000)
}
