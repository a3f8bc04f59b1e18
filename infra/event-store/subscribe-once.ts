import { type AllStreamSubscription, type Position, streamNameFilter } from '@eventstore/db-client'
import { GivenUp, NotSent } from './client-fault.ts'
import type { Connection } from './connection.ts'
import {
  deliveredFact,
  type FactCounts,
  holdKey,
  type ReceivedEvent,
  receivedPosition,
} from './delivered-fact.ts'
import type { Delivered, Filter, FromPosition } from './event-store.ts'
import { FROM_LEADER } from './from-leader.ts'
import type { Limits } from './limits.ts'
import { markers } from './markers.ts'
import { drainCancelled, wakeSignal, watchStream } from './pull.ts'
import { readPosition } from './read-all.ts'

/** Asks for a checkpoint at least every 1,024 events considered; the client's default is every 32. */
const WINDOW = { maxSearchWindow: 512, checkpointInterval: 2 }

/** The highest position. Servers before 24.10.5 can send a checkpoint of 2^64-1; resuming there skips history. */
const MAX_POSITION = 2n ** 63n - 1n

/**
 * One subscription until its first fault, in log order. The client reports checkpoints and `caughtUp` while earlier
 * events still wait to be read; here they follow those events.
 * @throws whatever ended it; returns only when the signal aborts
 */
export async function* subscribeOnce(
  connection: Connection,
  limits: Limits,
  from: FromPosition,
  filter: Filter,
  signal: AbortSignal,
  counts: FactCounts,
): AsyncGenerator<Delivered, void, void> {
  const monitored = await connection.ready(limits.silenceMs)
  const wakeup = wakeSignal()
  const held = markers(wakeup.notify)
  const subscription = monitored.client.subscribeToAll({
    ...FROM_LEADER,
    fromPosition: readPosition(from),
    filter: serverFilter(filter, (stream, { commit }) => {
      if (commit <= MAX_POSITION) held.checkpoint(commit, stream.readableLength)
    }),
  })
  leaveUnparsed(subscription)
  // Only the beginning is a call that waits for an answer: later the server may have nothing to say.
  const endCall = monitored.beginCall(wakeup.notify)
  const noteAnswer = () => {
    endCall()
    monitored.noteAnswer()
  }
  subscription.on('confirmation', noteAnswer)
  subscription.on('caughtUp', () => held.caughtUp(subscription.readableLength))
  const ending = watchStream(subscription, wakeup)
  signal.addEventListener('abort', wakeup.notify)
  try {
    while (!signal.aborted) {
      const marker = held.due()
      if (marker) {
        noteAnswer()
        yield marker
        continue
      }
      const received = readUnparsed(subscription)
      if (received !== null) {
        held.eventTaken()
        noteAnswer()
        const fact = deliveredFact(received, counts)
        const finding = fact && connection.sealing && holdKey(fact, connection.sealing)
        if (finding) await finding
        yield fact ?? { kind: 'checkpoint', position: receivedPosition(received) }
        continue
      }
      if (monitored.isGivenUp()) throw new GivenUp()
      if (ending.isOver) throw ending.error ?? new NotSent('without a reason')
      await wakeup.wait()
    }
  } catch (error) {
    monitored.reportFailedCall(error)
    throw error
  } finally {
    endCall()
    signal.removeEventListener('abort', wakeup.notify)
    drainCancelled(subscription, subscription.unsubscribe())
  }
}

/** The client (6.2.1) parses the data and metadata of each event as it arrives; let it pass the event on as it is. */
function leaveUnparsed(subscription: AllStreamSubscription): void {
  Object.assign(subscription, { convertGrpcEvent: (event: unknown) => event })
}

function readUnparsed(subscription: AllStreamSubscription): ReceivedEvent | null {
  return subscription.read() as never
}

function serverFilter(
  { streamPrefixes }: Filter,
  checkpointReached: (stream: AllStreamSubscription, position: Position) => void,
) {
  const rest = { ...WINDOW, checkpointReached }
  return streamPrefixes.length > 0
    ? streamNameFilter({ ...rest, prefixes: [...streamPrefixes] })
    : streamNameFilter({ ...rest, regex: '^[^$]' })
}
