import type { MessageEvent } from '@recado/domain/message/events'
import {
  type FirstAnswer,
  type Message,
  message,
  type OutboundMessage,
} from '@recado/domain/message/message'
import { doublingWait } from '@recado/infra/concurrency/backoff'
import { sleep } from '@recado/infra/concurrency/sleep'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import { DEADLINES } from '@recado/infra/deadlines'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { streamOf } from '../ids.ts'
import { type Connections, fittingConnections } from '../registry/find-connections.ts'
import { fingerprint, roundedFingerprint } from './fingerprint.ts'
import type { SendCommand } from './send-request.ts'
import type { Sending } from './sending.ts'

// The states of the send of an Idempotency-Key:
//
//   new                nothing is recorded and nothing runs in this process: the request may send
//   running_here       this process is sending it, and a promise resolves when that ends
//   running_elsewhere  recorded without a first answer: another process is sending it, or died and left it to recovery
//   answered           the first answer is recorded: every repeat gets it
//   erased             the same, of a person that was erased: what was sent to whom is gone, so any body repeats it
//   other_body         recorded for another text, recipient or connection: this request cannot use the key
//
// A send changes from new to running_here in its own process and to running_elsewhere in others, then to answered.
// The stream of the message decides. A new send must not cost a read, so that stream is read only when the read models
// or the calls running in this process indicate an earlier send.

export type EarlierSend = RunningSend | SettledSend

type RunningSend =
  | { readonly state: 'running_elsewhere' }
  | { readonly state: 'running_here'; readonly ended: Promise<unknown> }

type SettledSend = { readonly state: 'new' | 'other_body' } | AnsweredSend

export type AnsweredSend = {
  readonly state: 'answered' | 'erased'
  readonly send: OutboundMessage
  readonly answer: FirstAnswer
  readonly position: bigint | null
}

export type EarlierDeps = {
  readonly store: Pick<EventStore, 'readStream'>
  readonly sending: Pick<Sending, 'running'>
  readonly registry: Connections
}

const FIRST_PAUSE_MS = 25
const MAX_PAUSE_MS = 200

/**
 * The send that a request may repeat, once it no longer runs. Nothing is sent here.
 * @param aside waits without holding what the caller shares with others
 * @returns `running` for a send that has not ended in time
 * @throws as EventStore.readStream
 */
export async function awaitEarlierSend(
  deps: EarlierDeps,
  command: SendCommand,
  aside: <T>(wait: () => Promise<T>) => Promise<T>,
): Promise<SettledSend | { readonly state: 'running' }> {
  const deadline = performance.now() + DEADLINES.repeatedSend
  for (let tries = 0; ; tries++) {
    const earlier = await earlierSend(deps, command)
    if (earlier.state !== 'running_here' && earlier.state !== 'running_elsewhere') return earlier
    const leftMs = deadline - performance.now()
    if (leftMs <= 0) return { state: 'running' }
    const pauseMs = Math.min(leftMs, doublingWait(tries, FIRST_PAUSE_MS, MAX_PAUSE_MS))
    await aside(() =>
      earlier.state === 'running_here' ? awaitEnd(earlier, leftMs) : sleep(pauseMs),
    )
  }
}

function awaitEnd({ ended: call }: { readonly ended: Promise<unknown> }, withinMs: number) {
  return answerWithin(
    withinMs,
    call.catch(() => undefined),
  )
}

/** The state of the send that a request may repeat. @throws as EventStore.readStream */
export async function earlierSend(
  { store, sending, registry }: EarlierDeps,
  command: SendCommand,
): Promise<EarlierSend> {
  // Looked up before the stream is read: a call that ends meanwhile may record its answer after the read.
  const ended = sending.running.get(command.message_id)
  const { send, position, isErased } = await readSend(store, command.message_id)
  if (send.origin !== 'api') return ended ? { state: 'running_here', ended } : { state: 'new' }
  if (!isErased && !isRepeat(registry, command, send)) return { state: 'other_body' }
  const { first_answer: answer } = send
  if (answer !== null) return { state: isErased ? 'erased' : 'answered', send, answer, position }
  return ended ? { state: 'running_here', ended } : { state: 'running_elsewhere' }
}

async function readSend(store: EarlierDeps['store'], id: string) {
  let send: Message = message.initialState
  let position: bigint | null = null
  let isErased = false
  for await (const event of store.readStream(streamOf(message, id))) {
    send = message.evolve(send, event as RecordedEvent<MessageEvent>)
    position = event.position
    // Of a message that has expired, what it was compared by is kept.
    isErased ||= event.erased === true && event.expired !== true
  }
  return { send, position, isErased }
}

/**
 * Whether a request repeats the recorded send of its key. Each connection that the request names must fit the recorded
 * one, by uuid or number, even if other connections have the same number by now.
 */
function isRepeat(
  registry: Connections,
  { account_id, send }: SendCommand,
  { ids, idempotency }: OutboundMessage,
): boolean {
  const recorded = idempotency?.fingerprint
  if (recorded !== fingerprint(send) && recorded !== roundedFingerprint(send)) return false
  return send.connections.every((name) =>
    fittingConnections(registry, account_id, name)?.some(({ id }) => id === ids.connection_id),
  )
}

/**
 * Runs a send and registers it meanwhile, so that repeats in this process wait for it. Of sends with one key that began
 * together the first one is registered: the log lets no other be made.
 */
export async function runRegistered<T>(
  running: Map<string, Promise<unknown>>,
  messageId: string,
  work: () => Promise<T>,
): Promise<T> {
  if (running.has(messageId)) return work()
  const call = work()
  running.set(messageId, call)
  try {
    return await call
  } finally {
    running.delete(messageId)
  }
}
