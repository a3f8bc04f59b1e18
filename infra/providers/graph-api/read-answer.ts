import type { SendError } from '@recado/domain/message/events'
import { type ErrorRule, errorRule } from '@recado/translation/graph-api/error-classes'
import { answerJson, type Json } from '../answer-json.ts'
import { boundedError, keptAnswer, providerDigits, providerId } from '../bounded-answer.ts'
import type { Answer } from '../call-result.ts'
import type { SendOutcome } from '../send-call.ts'

const MAX_WAIT_MS = 4 * 3_600_000
const DEFAULT_WAIT_MS = 1_000

/**
 * The meaning of the Graph API's answer to a send. An answer that is neither success nor refusal, such as a 5xx
 * without Meta's error body, leaves the outcome unknown.
 * @param attempt from 1; waits grow with it
 */
export function readAnswer(request: object, answer: Answer, attempt: number): SendOutcome {
  const body = answerJson(answer.body)
  const error = metaError(body)
  if (error !== null) return refusal(request, answer.status, body, error, attempt)
  const accepted = acceptance(body)
  if (answer.status < 300 && accepted !== null)
    return { outcome: 'accepted', ...accepted, request, answer: keptAnswer(body) }
  return withoutErrorBody(request, answer, body, attempt)
}

/** Whether Meta's catch-all code calls for one immediate retry. */
export function wantsOnceMore(outcome: SendOutcome): boolean {
  if (outcome.outcome !== 'refused' || typeof outcome.error.code !== 'number') return false
  return errorRule(outcome.error.code)?.once_more === true
}

/** Meta's error. `code` decides; the texts change. */
export type MetaError = { code: number; message: string; details: string | null }

function refusal(request: object, status: number, answer: Json, error: MetaError, attempt: number) {
  const rule = errorRule(error.code)
  // An unknown code on a 5xx may mean anything, so the send is not repeated.
  if (rule === undefined && status >= 500)
    return unknown(request, boundedMetaError(error, 'unknown'))
  const known = rule ?? { class: 'invalid' }
  return outcomeByRule(
    request,
    answer,
    boundedMetaError(error, known.class),
    known as ErrorRule,
    attempt,
  )
}

function withoutErrorBody(request: object, { status }: Answer, body: Json, attempt: number) {
  if (status === 429) {
    const rule = { class: 'throttle', wait_ms: DEFAULT_WAIT_MS, growth: 2 } as const
    return outcomeByRule(request, body, httpError(status, 'throttle'), rule, attempt)
  }
  if (status < 400 || status >= 500) return unknown(request, httpError(status, 'unknown'))
  const rule = { class: status === 401 || status === 403 ? 'auth' : 'invalid' } as const
  return outcomeByRule(request, body, httpError(status, rule.class), rule, attempt)
}

function outcomeByRule(
  request: object,
  answer: Json,
  error: SendError,
  rule: ErrorRule,
  attempt: number,
): SendOutcome {
  const common = { error, request, answer: keptAnswer(answer) }
  if (rule.class !== 'retry' && rule.class !== 'throttle') return { outcome: 'refused', ...common }
  const { slows_number } = rule
  const later = { retry_after_ms: waitMs(rule, attempt), ...(slows_number && { slows_number }) }
  return { outcome: 'later', ...common, ...later }
}

function waitMs({ wait_ms = DEFAULT_WAIT_MS, growth = 2 }: ErrorRule, attempt: number): number {
  return Math.min(MAX_WAIT_MS, wait_ms * growth ** (attempt - 1))
}

function unknown(request: object, error: SendError): SendOutcome {
  return { outcome: 'unknown', error, request }
}

function boundedMetaError({ code, message, details }: MetaError, errorClass: string): SendError {
  return boundedError({ code, class: errorClass, title: message, details })
}

/** The error of an answer without an error of Meta's. */
export function httpError(status: number, errorClass: string): SendError {
  return {
    code: `http_${status}`,
    class: errorClass,
    title: `The provider answered ${status} without a reason`,
    details: null,
  }
}

function acceptance(body: Json) {
  const id = providerId(first(body.messages)?.id)
  if (id === null) return null
  const contact = first(body.contacts)
  return {
    provider_message_id: id,
    wa_id: providerDigits(contact?.wa_id),
    business_scoped_user_id: providerId(contact?.user_id),
  }
}

export function metaError(body: Json): MetaError | null {
  const error = body.error as Json | undefined
  if (typeof error !== 'object' || error === null || typeof error.code !== 'number') return null
  const data = error.error_data as Json | undefined
  return {
    code: error.code,
    message: withoutToken(text(error.message)) ?? `Meta error ${error.code}`,
    details: withoutToken(text(data?.details)),
  }
}

/** Meta repeats a token that it cannot read; facts and answers must not store it. */
function withoutToken(message: string | null): string | null {
  return message?.replace(/\bEAA\w{8,}/g, '(token)') ?? null
}

function first(list: unknown): Json | undefined {
  return Array.isArray(list) ? (list[0] as Json | undefined) : undefined
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
