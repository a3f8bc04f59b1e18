import type { SendError } from '@recado/domain/message/events'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { idIn, messageIdentity } from '@recado/translation/waha/jid'
import { doublingWait } from '../../concurrency/backoff.ts'
import { answerJson, type Json } from '../answer-json.ts'
import { boundedError, keptAnswer, providerId } from '../bounded-answer.ts'
import type { Answer, CallResult } from '../call-result.ts'
import { causeText } from '../cause-text.ts'
import type { NotCalled, SendOutcome } from '../send-call.ts'
import { neverSent, noAnswer } from '../without-answer.ts'

const FIRST_WAIT_MS = 2_000
const MAX_WAIT_MS = 5 * 60_000

/** After a 5xx or a success without an id the outcome is unknown: it may be on its way. @param attempt from 1 */
export function sendOutcome(
  request: object,
  result: CallResult,
  waId: string | null,
  attempt: number,
): SendOutcome {
  if (result.kind === 'not_sent') return neverSent(request, causeText(result.cause), attempt)
  if (result.kind === 'unknown') return noAnswer(request, causeText(result.cause))
  const { status } = result.answer
  const answer = answerJson(result.answer.body)
  if (status >= 400 && status < 500) return refusalOf(request, result.answer, attempt)
  if (hasNoChat(answer)) return notOnWhatsapp(request, result.answer)
  const told = status < 300 ? idIn(answer) : null
  const id = told === null ? null : providerId(messageIdentity(told))
  if (id === null) return { outcome: 'unknown', error: errorOf(result.answer, 'unknown'), request }
  const accepted = { provider_message_id: id, wa_id: waId, business_scoped_user_id: null }
  return { outcome: 'accepted', ...accepted, request, answer: keptAnswer(answer) }
}

/** WhatsApp's answer to the search for the chat, before anything is sent. WAHA's engine GOWS passes it on with a 500. */
const NO_LID = /no LID found for \S+ from server/i

function hasNoChat({ message, exception }: Json): boolean {
  const { message: thrown, details } = asRecord(exception)
  return [message, thrown, details].some((text) => typeof text === 'string' && NO_LID.test(text))
}

function notOnWhatsapp(request: object, answer: Answer): NotCalled {
  const error = boundedError({
    ...{ code: 'not_on_whatsapp', class: 'undeliverable', title: 'The number is not on WhatsApp' },
    details: 'the gateway found no chat for it (no LID found)',
  })
  return { outcome: 'refused', error, request, answer: keptAnswer(answerJson(answer.body)) }
}

/** The meaning of a refusal by WAHA: nothing was sent, finally or for now. */
export function refusalOf(request: object, answer: Answer, attempt: number): NotCalled {
  const errorClass = classOf(answer)
  const error = errorOf(answer, errorClass)
  const body = keptAnswer(answerJson(answer.body))
  if (errorClass !== 'retry' && errorClass !== 'throttle')
    return { outcome: 'refused', error, request, answer: body }
  const retry_after_ms = doublingWait(attempt - 1, FIRST_WAIT_MS, MAX_WAIT_MS)
  return { outcome: 'later', error, retry_after_ms, request, answer: body }
}

/** 422 means that the session is not working, and 404 that there is none; it will be started, paired or made again. */
function classOf({ status }: Answer): string {
  if (status === 401 || status === 403) return 'auth'
  if (status === 422 || status === 404) return 'retry'
  return status === 429 ? 'throttle' : status >= 500 ? 'retry' : 'invalid'
}

function errorOf(answer: Answer, errorClass: string): SendError {
  const { message, status: session } = answerJson(answer.body)
  const title = typeof message === 'string' ? message : `The gateway answered ${answer.status}`
  const details = typeof session === 'string' ? `the session is ${session}` : null
  return boundedError({ code: `http_${answer.status}`, class: errorClass, title, details })
}
