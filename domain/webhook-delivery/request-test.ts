import { type Refusal, refuse } from '../decision.ts'
import type { TestDeliveryRequested } from './events.ts'

export type RequestTest = Omit<TestDeliveryRequested['data'], 'webhook_id' | 'requested_at'> & {
  at: string
}

/** Refused unless the webhook is active: a test of a paused one would arrive unexpectedly when it is resumed. */
export function requestTest(
  { at, ...sample }: RequestTest,
  webhook: { readonly id: string; readonly active: boolean } | null,
): TestDeliveryRequested | Refusal<'webhook_not_configured' | 'webhook_paused'> {
  if (webhook === null) return refuse('webhook_not_configured')
  if (!webhook.active) return refuse('webhook_paused')
  return {
    type: 'TestDeliveryRequested',
    data: { ...sample, webhook_id: webhook.id, requested_at: at },
  }
}
