import type { CallOutcome } from '@recado/application/sending/call-provider'
import type { RecordedAttempt } from '@recado/application/sending/record-attempt'
import type { SendAcknowledgement } from '@recado/contract/send'
import type { SendError } from '@recado/domain/message/events'
import type { FirstAnswer, OutboundMessage } from '@recado/domain/message/message'
import { HttpProblem, invalidInput, unavailable } from '@recado/infra/http/http-problem'
import type { WriteAnswer } from '../routing/route.ts'

/**
 * The answer when a send was neither accepted nor refused: its outcome is unknown, or it continues in the background.
 */
export const NO_OUTCOME: FirstAnswer = { provider_message_id: null, refusal: null }

/**
 * The first answer to a send. With an idempotency key it comes from the log, so that every repeat gets the same answer,
 * even after a crash. Without a key there is no repeat, and the outcome of the call is the answer.
 * @returns null while the log has no answer for the key
 */
export function firstAnswer(
  { idempotency }: OutboundMessage,
  outcome: CallOutcome,
  recorded: RecordedAttempt | null,
): FirstAnswer | null {
  if (idempotency !== null) return recorded?.send.first_answer ?? null
  return {
    provider_message_id: outcome.outcome === 'accepted' ? outcome.provider_message_id : null,
    refusal: outcome.outcome === 'refused' ? outcome.error : null,
  }
}

/** 503 while the log lacks the outcome: an answer now could differ from the answer to a repeat. */
export function notRecorded(): HttpProblem {
  return unavailable(
    'the outcome of the message is not recorded yet: repeat the request with the same Idempotency-Key',
  )
}

/** The answer to a send: 202, or 422 when the provider refused it. */
export function acknowledge(
  send: OutboundMessage,
  { provider_message_id, refusal }: FirstAnswer,
  position: bigint | null,
  headers: Record<string, string> = {},
): WriteAnswer | HttpProblem {
  if (refusal !== null) return withHeaders(sendRefused(refusal), headers)
  const data: SendAcknowledgement = {
    conversation_id: send.ids.conversation_id,
    provider_message_id,
    type: send.message_type as SendAcknowledgement['type'],
    recipient: send.recipient,
    accepted: provider_message_id !== null,
    delivery_status: 'pending',
  }
  return { status: 202, body: { data }, headers, position }
}

/** A problem with more headers. */
export function withHeaders(problem: HttpProblem, headers: Record<string, string>): HttpProblem {
  const { status, code, message, extra } = problem
  return new HttpProblem(status, code, message, {
    headers: { ...problem.headers, ...headers },
    extra,
  })
}

function sendRefused({ code, class: errorClass, title, details }: SendError): HttpProblem {
  const reason = [title, details].filter((part) => part !== null && part !== '').join(': ')
  return errorClass === 'auth'
    ? invalidInput(
        `connection not usable: the provider refused its credentials (${code}: ${reason})`,
      )
    : invalidInput(`the provider refused the message (${code}: ${reason})`)
}
