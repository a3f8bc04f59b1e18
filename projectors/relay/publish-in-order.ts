import { randomUUID } from 'node:crypto'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { createInbox, headers, type Msg, type MsgHdrs, type NatsConnection } from 'nats'
import { EVENTS_STREAM, type EventsStream, HEADERS, type StreamEnd } from './events-stream.ts'
import type { FactMessage } from './fact-message.ts'
import { inFlightMessages } from './in-flight-messages.ts'
import { StreamRefused } from './troubles.ts'

/** Messages sent before other parts of the process get a turn. */
const IN_ONE_GO = 50
/** JetStream error codes: wrong last message id, wrong last sequence. */
const OUTPACED = [10_070, 10_071]

export type OrderedPublisher = {
  /** Waits while too much is on its way; what does not wait shares one socket write. @throws StreamRefused */
  publish(messages: Iterable<FactMessage>): Promise<void>
  check(): void
  isIdle(): boolean
  /** Checks that the last published message is still the stream's last. @throws StreamRefused when it is not */
  confirm(): Promise<void>
  drained(): Promise<void>
  close(): void
}

/**
 * Publishes behind the end of the stream. Each message names the sequence and the message it follows, so that the
 * stream accepts one of several writers, and after a refusal nothing that was sent behind it.
 * @param options.onStored called for each message, in order
 */
export function publishInOrder(
  connection: NatsConnection,
  end: StreamEnd,
  options: {
    readonly replay: string | null
    readonly signal: AbortSignal
    readonly readEnd: () => Promise<StreamEnd>
    readonly readStanding: EventsStream['standing']
    readonly onStored: (message: FactMessage) => void
  },
): OrderedPublisher {
  const { signal, replay, readEnd, readStanding, onStored } = options
  const [run, inbox, way] = [randomUUID(), createInbox(), inFlightMessages(signal, onStored)]
  let sequence = end.sequence
  const subscription = connection.subscribe(`${inbox}.*`, {
    callback(error, answer) {
      try {
        if (error !== null) throw error
        way.stored(requireStoredAt(answer, Number(answer.subject.slice(inbox.length + 1))))
      } catch (trouble) {
        way.fail(trouble)
      }
    },
  })
  const send = (message: FactMessage) => {
    const head = headOf(message, replay)
    head.append('Nats-Expected-Last-Sequence', String(sequence))
    // The sequence alone could match a stream that was recreated and refilled between two messages.
    if (sequence > end.sequence) head.append('Nats-Expected-Last-Msg-Id', `${run}.${sequence}`)
    sequence += 1
    head.append('Nats-Msg-Id', `${run}.${sequence}`)
    const reply = `${inbox}.${sequence}`
    connection.publish(message.subject, message.body, { headers: head, reply })
    way.sent(sequence, message)
  }
  return {
    check: way.check,
    isIdle: way.isEmpty,
    drained: way.drained,
    async confirm() {
      const now = await readStanding()
      if (now.created !== end.created || now.sequence !== sequence)
        throw new StreamRefused('it was recreated, or another program publishes to it', true)
    },
    async publish(messages) {
      let inOneGo = 0
      for (const message of messages) {
        if (!way.hasRoom()) await way.room()
        if (inOneGo++ % IN_ONE_GO === 0) await othersTurn()
        // The end may have been read hours before the first fact that follows it.
        if (sequence === end.sequence) checkStands(end, await readEnd())
        if (signal.aborted) return
        send(message)
      }
    },
    close() {
      way.close()
      subscription.unsubscribe()
    },
  }
}

/** Compares more than the sequence: a refilled stream may have the same one. @throws StreamRefused */
function checkStands(end: StreamEnd, now: StreamEnd): void {
  if (!isDeepStrictEqual(now, end)) throw new StreamRefused('its last message has changed', true)
}

function headOf({ position, event_id, key }: FactMessage, replay: string | null): MsgHdrs {
  const head = headers()
  // `append`, because `set` first searches all headers for the name.
  head.append('Content-Type', 'application/cloudevents+json; charset=utf-8')
  head.append(HEADERS.position, String(position))
  head.append(HEADERS.event, event_id)
  if (key !== null) head.append(HEADERS.key, key)
  if (replay !== null) head.append(HEADERS.replay, replay)
  head.append('Nats-Expected-Stream', EVENTS_STREAM)
  return head
}

/** @throws StreamRefused unless the stream holds the message at its expected sequence */
function requireStoredAt(answer: Msg, expected: number): number {
  if (answer.headers?.hasError) throw new StreamRefused(answer.headers.status || 'no stream')
  const { seq, error } = answer.json<{
    seq?: number
    error?: { err_code?: number; description?: string }
  }>()
  if (error !== undefined)
    throw new StreamRefused(
      error.description ?? 'no reason given',
      OUTPACED.includes(error.err_code ?? 0),
    )
  if (seq !== expected) throw new StreamRefused(`stored as ${seq} instead of ${expected}`)
  return expected
}
