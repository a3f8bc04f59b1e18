import type { WebhookDelivery } from '@recado/contract/webhook-delivery'
import {
  type DeliveryFailure,
  failureSentence,
  ruleSentence,
  type Why,
  type WhyRule,
} from '@recado/contract/why'
import { type AttemptEnd, failureOf } from '../webhooks/attempt-failure.ts'
import { type Failure, statusOf, type TracedState } from './state-after.ts'

/** A reason, and the ids of the facts or deliveries that it rests on. */
export type TracedWhy = Why & { readonly because: readonly string[] }

export type Delivered = {
  readonly id: string
  /** Shared by all deliveries of an event, redeliveries too. */
  readonly event_id: string
  readonly status: WebhookDelivery['status']
  /** The outcome of the last attempt; null before the first. */
  readonly last: AttemptEnd | null
}

/** Why a message failed, or else why the customer's webhook did not get it; null when nothing needs a reason. */
export function tracedWhy(state: TracedState, deliveries: readonly Delivered[]): TracedWhy | null {
  if (statusOf(state) === 'failed') return whyFailed(state)
  const delivered = new Set(
    deliveries.flatMap(({ status, event_id }) => (status === 'delivered' ? [event_id] : [])),
  )
  const missing = deliveries.filter(({ event_id }) => !delivered.has(event_id))
  const given = missing.find(({ status }) => status === 'dead')
  const shown = given ?? missing.find(({ status }) => status === 'failed')
  const reason = shown === undefined ? null : whyUndelivered(shown)
  return shown === undefined || reason === null ? null : { ...reason, because: [shown.id] }
}

/** Why a delivery has not arrived; null for one that has, or that was not attempted yet. */
export function whyUndelivered({ status, last }: Pick<Delivered, 'status' | 'last'>): Why | null {
  const rule = ruleOfDelivery(status, last)
  if (rule === null) return null
  // The other rules of deliveries already say how the delivery ended.
  const isFailure = rule === 'webhook_exhausted' || rule === 'webhook_failing'
  return reasonOf(rule, isFailure && last ? failureOf(last) : null, last ? attemptText(last) : '')
}

function ruleOfDelivery(status: string, last: AttemptEnd | null): WhyRule | null {
  if (status === 'failed') return 'webhook_failing'
  if (status !== 'dead') return null
  // Only a delivery without an attempt is ever skipped.
  if (last === null) return 'webhook_skipped'
  return last.outcome === 'gone' ? 'webhook_gone' : 'webhook_exhausted'
}

function attemptText({ http_status, error }: AttemptEnd): string {
  return http_status === null ? (error ?? '') : `HTTP ${http_status}`
}

/** The reason of the failure that the message itself shows. */
function whyFailed({ way, failures }: TracedState): TracedWhy | null {
  const shown = failures.find(({ at, error }) => at === way.failed_at && error === way.error)
  if (shown === undefined) return null
  const { code = null, title = null, details = null } = shown.error ?? {}
  const says = [code, title, details].filter((part) => part !== null && part !== '')
  return { ...reasonOf(ruleOf(shown), null, says.join(' · ')), because: [shown.id] }
}

function ruleOf({ type, error }: Failure): string {
  if (type !== 'MessageSendGivenUp') return error?.class ?? 'unknown'
  return error?.code === 'outcome_unknown' ? 'never_confirmed' : 'refused_by_us'
}

/** A reason in words, which no other place writes. */
function reasonOf(rule: string, failure: DeliveryFailure | null, says: string): Why {
  const sentences = [ruleSentence(rule), ...(failure === null ? [] : [failureSentence(failure)])]
  return { rule, failure, says, sentence: sentences.join(' ') }
}
