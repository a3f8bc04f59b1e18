import type { WebhookDelivery, WebhookDeliveryDetail } from '@recado/contract/webhook-delivery'
import type { ApiClient } from './api-client.ts'
import { eventually } from './eventually.ts'

/** The answer of a route that makes a delivery. */
export type Made = { data: WebhookDelivery }

/** The deliveries that a list shows, newest first. */
export async function deliveriesOf(api: ApiClient, filter = ''): Promise<WebhookDelivery[]> {
  const { body } = await api.get<{ data: WebhookDelivery[] }>(`/webhooks/deliveries?${filter}`)
  return body.data
}

/** A delivery with all that is shown of it, once it fits. */
export function deliveryThat(
  api: ApiClient,
  id: string,
  fits: (delivery: WebhookDeliveryDetail) => boolean,
): Promise<WebhookDeliveryDetail> {
  return eventually(async () => {
    const { status, body } = await api.get<{ data: WebhookDeliveryDetail }>(
      `/webhooks/deliveries/${id}`,
    )
    if (status !== 200 || !fits(body.data)) throw new Error(`${status}: ${JSON.stringify(body)}`)
    return body.data
  })
}
