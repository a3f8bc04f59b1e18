import {
  type AnsweredSend,
  awaitEarlierSend,
  type EarlierDeps,
} from '@recado/application/sending/earlier-send'
import type { SendCommand } from '@recado/application/sending/send-request'
import type { SendAcknowledgement } from '@recado/contract/send'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { aside } from '@recado/infra/http/request-places'
import type { WriteAnswer } from '../routing/route.ts'
import { acknowledge } from './acknowledge.ts'
import type { SendInput } from './send-command.ts'

const REUSED_KEY = 'Idempotency-Key was used for another send: use a new key for a new send'

/**
 * Answers a repeat as its first request was answered. Waits for a send that is still running, and never makes it again.
 * @returns null for a new send, for example when the first request was refused before anything was recorded
 */
export async function replaySend(
  deps: EarlierDeps,
  command: SendCommand,
  input: Pick<SendInput, 'request'>,
): Promise<WriteAnswer | HttpProblem | null> {
  const earlier = await awaitEarlierSend(deps, command, (wait) => aside(input, wait))
  switch (earlier.state) {
    case 'new':
      return null
    case 'other_body':
      return invalidInput(REUSED_KEY)
    case 'running':
      return stillRunning()
    case 'answered':
      return answerAgain(earlier)
    case 'erased':
      return withoutPerson(answerAgain(earlier))
  }
}

function answerAgain({ send, answer, position }: AnsweredSend): WriteAnswer | HttpProblem {
  return acknowledge(send, answer, position, { 'idempotent-replayed': 'true' })
}

/** What was sent to a person that was erased: that it was so, and nothing of the person. */
function withoutPerson(answer: WriteAnswer | HttpProblem): WriteAnswer | HttpProblem {
  if (answer instanceof HttpProblem) return answer
  const { data } = answer.body as { data: SendAcknowledgement }
  const recipient = { phone: null, business_scoped_user_id: null }
  return { ...answer, body: { data: { ...data, provider_message_id: null, recipient } } }
}

/** 409 for a send that is recorded without an answer: it must not be made again. */
export function stillRunning(): HttpProblem {
  return new HttpProblem(
    409,
    'idempotency_in_progress',
    'the first request with this Idempotency-Key is still running: repeat it in a second',
    { headers: { 'retry-after': '1' } },
  )
}
