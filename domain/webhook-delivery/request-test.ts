import { type Refusal, refuse } from '../decision.ts'
import type { TestDeliveryRequested } from './events.ts'

/** Sends a sample of an event to a connection's webhook. */
export type RequestTest = Omit<TestDeliveryRequested['data'], 'webhook_id' | 'requested_at'> & {
  at: string
}

/** Only a webhook that is there and active is tried: a test of a paused one would surprise whoever resumes it. */
export function requestTest(
  { at, ...of }: RequestTest,
  webhook: { readonly id: string; readonly active: boolean } | null,
): TestDeliveryRequested | Refusal<'webhook_not_configured' | 'webhook_paused'> {
  if (webhook === null) return refuse('webhook_not_configured')
  if (!webhook.active) return refuse('webhook_paused')
  return {
    type: 'TestDeliveryRequested',
    data: { ...of, webhook_id: webhook.id, requested_at: at },
  }
}
