import type { SendError } from '@recado/domain/message/events'
import { type ErrorClass, errorRule } from '@recado/translation/graph-api/error-classes'
import { answerJson, type Json } from '../answer-json.ts'
import { boundedError } from '../bounded-answer.ts'
import type { Answer } from '../call-result.ts'
import { causeText } from '../cause-text.ts'
import type { NotOk, ProviderResult } from '../provider-result.ts'
import { CREDENTIALS_MISSING } from '../without-answer.ts'
import { httpError, metaError } from './read-answer.ts'

export type GraphResult = ProviderResult<Json>

const FAILURE_CLASSES: ReadonlySet<string> = new Set<ErrorClass | 'unknown'>([
  'auth',
  'retry',
  'throttle',
  'unknown',
])

export function readResult({ status, body }: Answer): GraphResult {
  const json = answerJson(body)
  const error = metaError(json)
  if (error !== null) {
    const errorClass = errorRule(error.code)?.class ?? classOfStatus(status)
    return resultOf({
      code: error.code,
      class: errorClass,
      title: error.message,
      details: error.details,
    })
  }
  const isGood = status < 300 && (json.error ?? null) === null
  if (isGood && Object.keys(json).length > 0) return { kind: 'ok', value: json }
  return resultOf(httpError(status, classOfStatus(status)))
}

export function withoutResult(cause: Error): NotOk {
  return failedResult('no_answer', 'retry', 'The provider gave no answer', causeText(cause))
}

/** The call was not made: the provider is not slow, but this account and others have too many calls under way. */
export function withoutPlace(): NotOk {
  const title = 'Too many calls to the provider are unanswered, so this one was not made'
  return failedResult('too_many_calls', 'retry', title, null)
}

export function withoutToken(kind: 'missing' | 'away'): NotOk {
  return kind === 'missing'
    ? { kind: 'failed', error: { ...CREDENTIALS_MISSING, details: null } }
    : failedResult('vault_away', 'retry', 'The vault is unavailable', null)
}

function failedResult(
  code: string,
  errorClass: string,
  title: string,
  details: string | null,
): NotOk {
  return { kind: 'failed', error: { code, class: errorClass, title, details } }
}

function resultOf(said: SendError): GraphResult {
  const error = boundedError(said)
  return FAILURE_CLASSES.has(error.class) ? { kind: 'failed', error } : { kind: 'refused', error }
}

function classOfStatus(status: number): ErrorClass | 'unknown' {
  if (status === 401 || status === 403) return 'auth'
  if (status === 429) return 'throttle'
  return status >= 400 && status < 500 ? 'invalid' : 'unknown'
}
