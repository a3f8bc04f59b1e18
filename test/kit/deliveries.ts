import type { WebhookDelivery, WebhookDeliveryDetail } from '@recado/contract/webhook-delivery'
import type { ApiClient } from './api-client.ts'
import { eventually } from './eventually.ts'

/** The answer of a route that creates a delivery. */
export type Made = { data: WebhookDelivery }

/** The deliveries on the first page of the list, newest first. */
export async function deliveriesOf(api: ApiClient, filter = ''): Promise<WebhookDelivery[]> {
  const { body } = await api.get<{ data: WebhookDelivery[] }>(`/webhooks/deliveries?${filter}`)
  return body.data
}

/** The details of a delivery, once they satisfy `fits`. */
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
