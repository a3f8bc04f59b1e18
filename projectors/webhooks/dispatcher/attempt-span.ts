import { isOwn } from '@recado/contract/whatsapp-event-names'
import type { WebhookAnswer } from '@recado/infra/http-client/webhook-answer'
import { beginSpan, endSpan, type Span } from '@recado/infra/tracing/spans'
import type { PendingDelivery } from './pending-delivery.ts'

export function beginAttempt(pending: PendingDelivery): Span {
  const { event, id, account_id, attempts, traceparent } = pending
  return beginSpan(`deliver ${isOwn(event) ? event : 'native event'}`, {
    kind: 'client',
    parent: traceparent ?? undefined,
    attributes: {
      'recado.account_id': account_id,
      'recado.delivery_id': id,
      'recado.attempt': attempts + 1,
    },
  })
}

/** Ends the span of an attempt. @param answer null when nothing was sent */
export function endAttempt(span: Span, answer: WebhookAnswer | null): void {
  if (answer === null) endSpan(span, {}, 'not sent')
  else if (answer.status === null) endSpan(span, {}, 'no answer')
  else endSpan(span, { 'http.response.status_code': answer.status }, problemOf(answer.status))
}

function problemOf(status: number): string | undefined {
  return status >= 200 && status < 300 ? undefined : `answered ${status}`
}
