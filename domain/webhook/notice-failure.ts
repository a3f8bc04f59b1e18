import { type Decide, refuse } from '../decision.ts'
import type { WebhookFailureNoticed } from './events.ts'
import type { Webhook } from './webhook.ts'

export type NoticeFailure = {
  connection_id: string
  /** The URL that fails: nothing is noticed of a webhook with another URL by now. */
  url: string
  failing_since: string
  at: string
}

/** Notices that the endpoint of an active webhook fails; nothing when this failure was noticed before. */
export const noticeFailure: Decide<
  NoticeFailure,
  Webhook,
  WebhookFailureNoticed,
  'webhook_not_configured'
> = ({ connection_id, url, failing_since, at }, state) => {
  if (state === null) return refuse('webhook_not_configured')
  const isKnown = state.noticed_failing_since === failing_since
  if (isKnown || !state.active || url !== state.url) return []
  const { webhook_id } = state
  const data = { webhook_id, connection_id, failing_since, noticed_at: at }
  return [{ type: 'WebhookFailureNoticed', data }]
}
