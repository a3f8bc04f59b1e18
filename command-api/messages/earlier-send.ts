import { streamOf } from '@recado/application/ids'
import type { Connections } from '@recado/application/registry/find-connections'
import type { Sending } from '@recado/application/sending/sending'
import type { MessageEvent } from '@recado/domain/message/events'
import {
  type FirstAnswer,
  type Message,
  message,
  type OutboundMessage,
} from '@recado/domain/message/message'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { isRepeat } from './is-repeat.ts'
import type { SendCommand } from './send-command.ts'

// The states of the send that an Idempotency-Key stands for:
//
//   new                nothing is recorded and nothing is under way here: the request may send
//   running_here       this process is sending it, and knows when that ends
//   running_elsewhere  recorded without its first answer: another process is sending it, or died and left it to recovery
//   answered           the first answer is recorded: every repeat gets the same one
//   other_body         recorded for another text, recipient or connection: the key cannot be used for this request
//
// A send goes from new to running_here for its own process and to running_elsewhere for the others, then to answered.
// The stream of the message decides. The read models and the calls under way in this process only tell when it is
// worth reading that stream: a new send must not cost a read.

/** What is known of the send that a key stands for. */
export type EarlierSend =
  | { readonly state: 'new' | 'running_elsewhere' | 'other_body' }
  | { readonly state: 'running_here'; readonly ended: Promise<unknown> }
  | {
      readonly state: 'answered'
      readonly send: OutboundMessage
      readonly answer: FirstAnswer
      readonly position: bigint | null
    }

/** Where it is looked up. */
export type EarlierDeps = {
  readonly store: Pick<EventStore, 'readStream'>
  readonly sending: Pick<Sending, 'running'>
  readonly registry: Connections
}

/** Reads which state the send of a key is in. */
export async function earlierSend(
  { store, sending, registry }: EarlierDeps,
  command: SendCommand,
): Promise<EarlierSend> {
  // Taken before the stream is read: a call that ends meanwhile has recorded its answer after that.
  const ended = sending.running.get(command.message_id)
  const { send, position } = await read(store, command.message_id)
  if (send.origin !== 'api') return ended ? { state: 'running_here', ended } : { state: 'new' }
  if (!isRepeat(registry, command, send)) return { state: 'other_body' }
  const { first_answer: answer } = send
  if (answer !== null) return { state: 'answered', send, answer, position }
  return ended ? { state: 'running_here', ended } : { state: 'running_elsewhere' }
}

async function read(store: EarlierDeps['store'], id: string) {
  let send: Message = message.initialState
  let position: bigint | null = null
  for await (const event of store.readStream(streamOf(message, id))) {
    send = message.evolve(send, event as RecordedEvent<MessageEvent>)
    position = event.position
  }
  return { send, position }
}
