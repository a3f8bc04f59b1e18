import { type DeliveryFailure, failureSentence } from '@recado/contract/why'
import type { DeliveryAttempted } from '@recado/domain/webhook-delivery/events'

/** The outcome of a POST as its row has it; `failure` is null where the fact has none. */
export type AttemptEnd = Pick<DeliveryAttempted['data'], 'outcome' | 'http_status' | 'error'> & {
  readonly failure: DeliveryAttempted['data']['failure'] | null
}

/** The kind of an attempt's failure; null for one that delivered. */
export function failureOf({ outcome, http_status, failure }: AttemptEnd): DeliveryFailure | null {
  if (outcome === 'delivered') return null
  return http_status === null ? (failure ?? 'unknown') : failureOfStatus(http_status)
}

/** What the API shows of an attempt's failure. */
export function shownFailure(end: AttemptEnd) {
  const failure = failureOf(end)
  const sentence = failure === null ? null : failureSentence(failure)
  return { error: end.error, failure, sentence }
}

function failureOfStatus(status: number): DeliveryFailure {
  if (status >= 300 && status < 400) return 'redirect'
  if (status === 410) return 'gone'
  return status >= 400 && status < 500 ? 'rejected' : 'server_error'
}
