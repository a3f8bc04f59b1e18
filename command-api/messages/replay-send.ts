import { type EarlierDeps, earlierSend } from '@recado/application/sending/earlier-send'
import type { SendCommand } from '@recado/application/sending/send-request'
import { doubling } from '@recado/infra/concurrency/backoff'
import { sleep } from '@recado/infra/concurrency/sleep'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import { DEADLINES } from '@recado/infra/deadlines'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import { aside } from '@recado/infra/http/request-places'
import type { WriteAnswer } from '../routing/route.ts'
import { acknowledge } from './acknowledge.ts'
import type { SendInput } from './send-command.ts'

const FIRST_PAUSE_MS = 25
const MAX_PAUSE_MS = 200

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
  const deadline = performance.now() + DEADLINES.repeatedSend
  for (let tries = 0; ; tries++) {
    const earlier = await earlierSend(deps, command)
    const leftMs = deadline - performance.now()
    switch (earlier.state) {
      case 'new':
        return null
      case 'other_body':
        return invalidInput(REUSED_KEY)
      case 'answered': {
        const { send, answer, position } = earlier
        return acknowledge(send, answer, position, { 'idempotent-replayed': 'true' })
      }
      case 'running_here':
        if (leftMs <= 0) return stillRunning()
        await aside(input, () =>
          answerWithin(
            leftMs,
            earlier.ended.catch(() => undefined),
          ),
        )
        break
      case 'running_elsewhere':
        if (leftMs <= 0) return stillRunning()
        await aside(input, () =>
          sleep(Math.min(leftMs, doubling(tries, FIRST_PAUSE_MS, MAX_PAUSE_MS))),
        )
        break
    }
  }
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
