import { setTimeout as delay } from 'node:timers/promises'
import type { MessageEvent } from '@recado/domain/message/events'
import { type Message, message } from '@recado/domain/message/message'
import { DEADLINES } from '@recado/infra/deadlines'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { HttpProblem, invalidInput } from '@recado/infra/http/http-problem'
import type { CommandDeps } from '../deps.ts'
import type { WriteAnswer } from '../route.ts'
import { acknowledge } from './acknowledge.ts'
import type { SendOrder } from './intend-send.ts'
import { isRepeat } from './is-repeat.ts'

const LONGEST_PAUSE_MS = 200

/** Said when the key stands for something else, such as another text or recipient. */
const REUSED_KEY = 'Idempotency-Key was used for another send: use a new key for a new send'

/**
 * The answer to a repeat: the one its first request got. The stream of the message is the record; a send still
 * under way is waited for, never made again.
 * @returns null when nothing was recorded: the first request was turned away before its intent
 */
export async function replaySend(
  deps: Pick<CommandDeps, 'store' | 'sending' | 'registry'>,
  order: SendOrder,
): Promise<WriteAnswer | HttpProblem | null> {
  const { message_id: id } = order
  const deadline = performance.now() + DEADLINES.repeatedSend
  for (let pauseMs = 25; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    const running = deps.sending.running.get(id)
    const { state, position } = await read(deps.store, id)
    if (state.origin === 'unwritten' && running === undefined) return null
    if (state.origin === 'api' && !isRepeat(deps.registry, order, state))
      return invalidInput(REUSED_KEY)
    if (state.origin === 'api' && state.first_answer !== null)
      return acknowledge(state, state.first_answer, position, { 'idempotent-replayed': 'true' })
    const left = deadline - performance.now()
    if (left <= 0) return stillRunning()
    await outcomeOr(running, Math.min(left, pauseMs))
  }
}

// In this process the end of the call is known; a call elsewhere is asked for again and again.
async function outcomeOr(running: Promise<unknown> | undefined, ms: number): Promise<void> {
  if (running === undefined) return delay(ms)
  const waiting = new AbortController()
  const bound = delay(DEADLINES.repeatedSend, undefined, { signal: waiting.signal }).catch(
    () => undefined,
  )
  await Promise.race([running.catch(() => undefined), bound])
  waiting.abort()
}

async function read(store: EventStore, id: string) {
  let state: Message = message.initialState
  let position: bigint | null = null
  for await (const event of store.readStream(`${message.category}-${id}`)) {
    state = message.evolve(state, event as RecordedEvent<MessageEvent>)
    position = event.position
  }
  return { state, position }
}

/** Said of a send that is not over yet, or known to have begun and not readable yet: never taken for another one. */
export function stillRunning(): HttpProblem {
  return new HttpProblem(
    409,
    'idempotency_in_progress',
    'the first request with this Idempotency-Key is still running: repeat it in a second',
    { headers: { 'retry-after': '1' } },
  )
}
