import { doublingWait } from '../concurrency/backoff.ts'
import type { NotCalled, SendOutcome } from './send-call.ts'

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 5 * 60_000

/** Nothing left this machine, so the send may be tried again. @param attempt from 1; the wait doubles with it */
export function neverSent(request: object, details: string, attempt: number): NotCalled {
  return {
    outcome: 'later',
    error: { code: 'unreachable', class: 'retry', title: 'The provider was not reached', details },
    retry_after_ms: doublingWait(attempt - 1, FIRST_WAIT_MS, MAX_WAIT_MS),
    request,
    answer: null,
  }
}

/** The request was written at least in part, and no answer came: it may have been sent. */
export function noAnswer(request: object, details: string): SendOutcome {
  const title = 'The provider gave no answer'
  return {
    outcome: 'unknown',
    error: { code: 'outcome_unknown', class: 'unknown', title, details },
    request,
  }
}

export const CREDENTIALS_MISSING = {
  code: 'credentials_missing',
  class: 'auth',
  title: 'The connection has no usable credentials',
}

/** The connection's token is not in the vault: refused as if the provider had rejected it. */
export function noCredentials(request: object): NotCalled {
  return {
    outcome: 'refused',
    error: { ...CREDENTIALS_MISSING, details: 'store its token again with an operator command' },
    request,
    answer: null,
  }
}
