import { type AllStreamSubscription, type Position, streamNameFilter } from '@eventstore/db-client'
import { GivenUp, NotSent } from './client-fault.ts'
import type { Connection } from './connection.ts'
import type { Delivered, Filter, FromPosition } from './event-store.ts'
import { FROM_LEADER } from './from-leader.ts'
import type { Limits } from './limits.ts'
import { markers } from './markers.ts'
import { bell, drainCancelled, watch } from './pull.ts'
import { readPosition } from './read-all.ts'
import { positionOf, recordedEvent } from './recorded-event.ts'

/** Asks for a checkpoint at least every 1,024 events considered; the client's default is every 32. */
const WINDOW = { maxSearchWindow: 512, checkpointInterval: 2 }

/** The highest position. Servers before 24.10.5 can send a checkpoint of 2^64-1; resuming there skips history. */
const HIGHEST_POSITION = 2n ** 63n - 1n

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
): AsyncGenerator<Delivered, void, void> {
  const line = await connection.ready(limits.silenceMs)
  const wakeup = bell()
  const marked = markers(wakeup.ring)
  const subscription = line.client.subscribeToAll({
    ...FROM_LEADER,
    fromPosition: readPosition(from),
    filter: serverFilter(filter, (stream, { commit }) => {
      if (commit <= HIGHEST_POSITION) marked.checkpoint(commit, stream.readableLength)
    }),
  })
  // Only the beginning is a call that waits for an answer: later the server may have nothing to say.
  const begun = line.begin(wakeup.ring)
  const heard = () => {
    begun()
    line.heard()
  }
  subscription.on('confirmation', heard)
  subscription.on('caughtUp', () => marked.caughtUp(subscription.readableLength))
  const ending = watch(subscription, wakeup)
  signal.addEventListener('abort', wakeup.ring)
  try {
    while (!signal.aborted) {
      const marker = marked.due()
      if (marker) {
        heard()
        yield marker
        continue
      }
      const resolved = subscription.read()
      if (resolved !== null) {
        marked.eventTaken()
        heard()
        const event = recordedEvent(resolved)
        yield event
          ? { kind: 'event', event }
          : { kind: 'checkpoint', position: positionOf(resolved) }
        continue
      }
      if (line.isGivenUp()) throw new GivenUp()
      if (ending.over) throw ending.error ?? new NotSent('without a reason')
      await wakeup.wait()
    }
  } catch (error) {
    line.reportFailedCall(error)
    throw error
  } finally {
    begun()
    signal.removeEventListener('abort', wakeup.ring)
    drainCancelled(subscription, subscription.unsubscribe())
  }
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
