import { requestHeaders, unixSeconds } from '@recado/application/webhooks/request-headers'
import type {
  DeliveryAttempted,
  DeliveryGivenUp,
  DeliveryOutcome,
  WebhookDeliveryEvent,
} from '@recado/domain/webhook-delivery/events'
import { describeFailure } from '@recado/infra/http-client/unanswered'
import type { WebhookAnswer } from '@recado/infra/http-client/webhook-answer'
import type { WebhookClient } from '@recado/infra/http-client/webhook-client'
import type { WebhookEntry } from '@recado/infra/registry-entries'
import { traceparentOf } from '@recado/infra/tracing/spans'
import { beginAttempt, endAttempt } from './attempt-span.ts'
import type { PendingDelivery } from './pending-delivery.ts'
import { nextAttemptAt } from './schedule.ts'
import { type Signatures, signaturesOf } from './sign.ts'

const SECRET_LOST = {
  status: null,
  error: 'the secret is lost: configure the webhook with another one',
  failure: 'secret_lost',
} as const
const ONE_ATTEMPT: readonly number[] = [0]

export type AttemptDeps = {
  readonly client: WebhookClient
  readonly schedule: readonly number[]
  readonly now: () => Date
  readonly random: () => number
}

export type Attempted = {
  readonly outcome: DeliveryOutcome
  readonly seconds: number
  readonly next_at: string | null
  readonly facts: readonly WebhookDeliveryEvent[]
}

/** POSTs a delivery once. Failures are outcomes, never thrown. @param secrets none when lost: then nothing is sent */
export async function attemptDelivery(
  deps: AttemptDeps,
  pending: PendingDelivery,
  webhook: WebhookEntry,
  secrets: readonly string[],
): Promise<Attempted> {
  const began = deps.now()
  const since = performance.now()
  const at = began.toISOString()
  const { answer, signed } = await post(deps, pending, { url: webhook.url, secrets, at })
  const took_ms = Math.round(performance.now() - since)
  const attempt = pending.attempts + 1
  const isTest = pending.origin === 'test'
  const outcome = outcomeOf(answer, isTest)
  const retryAfter = answer.status === null ? null : answer.retryAfter
  const next =
    outcome === 'failed'
      ? nextAttemptAt(
          isTest ? ONE_ATTEMPT : deps.schedule,
          attempt,
          deps.now(),
          retryAfter,
          deps.random(),
        )
      : null
  const next_at = next?.toISOString() ?? null
  // Field by field, because spreading into this literal costs more than the rest of the function.
  const data: DeliveryAttempted['data'] = {
    delivery_id: pending.id,
    webhook_id: pending.webhook_id,
    connection_id: pending.connection_id,
    event_id: pending.event_id,
    sequence: pending.sequence,
    attempt,
    outcome,
    http_status: answer.status,
    error: errorOf(outcome, answer),
    took_ms,
    target_url: webhook.url,
    next_at,
    answer_excerpt: outcome === 'delivered' || answer.status === null ? null : answer.excerpt,
    attempted_at: at,
  }
  const attempted: DeliveryAttempted = {
    type: 'DeliveryAttempted',
    data: { ...data, ...(signed && { signed }), ...failureIn(answer) },
  }
  const isOver = outcome !== 'delivered' && next_at === null
  const reason = outcome === 'gone' ? 'gone' : 'exhausted'
  const facts = isOver ? [attempted, givenUpFact(pending, reason, deps.now())] : [attempted]
  return { outcome, seconds: took_ms / 1_000, next_at, facts }
}

export function givenUpFact(
  pending: PendingDelivery,
  reason: DeliveryGivenUp['data']['reason'],
  at: Date,
): DeliveryGivenUp {
  return {
    type: 'DeliveryGivenUp',
    data: {
      delivery_id: pending.id,
      webhook_id: pending.webhook_id,
      connection_id: pending.connection_id,
      event_id: pending.event_id,
      reason,
      given_up_at: at.toISOString(),
    },
  }
}

async function post(
  deps: AttemptDeps,
  pending: PendingDelivery,
  { url, secrets, at }: { url: string; secrets: readonly string[]; at: string },
): Promise<{ answer: WebhookAnswer; signed?: Signatures }> {
  if (secrets.length === 0) return { answer: SECRET_LOST }
  const { event_id, webhook_id: owner, body } = pending
  let signed: Signatures | undefined
  const span = beginAttempt(pending)
  const traceparent = traceparentOf(span)
  try {
    signed = signaturesOf(secrets, event_id, unixSeconds(at), body)
    const own = requestHeaders(pending, { ...signed, at })
    const headers = traceparent === undefined ? own : { ...own, traceparent }
    const answer = await deps.client.post({ owner, url, headers, body })
    endAttempt(span, answer)
    return { answer, signed }
  } catch (error) {
    endAttempt(span, null)
    return { answer: describeFailure(error), ...(signed && { signed }) }
  }
}

/** A 410 to a test does not end the webhook. */
function outcomeOf({ status }: WebhookAnswer, isTest: boolean): DeliveryOutcome {
  if (status === null) return 'failed'
  if (status === 410 && !isTest) return 'gone'
  return status >= 200 && status < 300 ? 'delivered' : 'failed'
}

function failureIn(answer: WebhookAnswer): Pick<DeliveryAttempted['data'], 'failure'> {
  return answer.status === null ? { failure: answer.failure } : {}
}

function errorOf(outcome: DeliveryOutcome, answer: WebhookAnswer): string | null {
  if (outcome === 'delivered') return null
  return answer.status === null ? answer.error : `answered ${answer.status}`
}
