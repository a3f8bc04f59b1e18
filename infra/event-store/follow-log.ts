import { backoff } from '../concurrency/backoff.ts'
import { sleep } from '../concurrency/sleep.ts'
import type { Connection } from './connection.ts'
import { StoreTooOld } from './errors.ts'
import type { Delivered, EventStore, FromPosition } from './event-store.ts'
import type { Limits } from './limits.ts'
import { headOfLog } from './read-all.ts'
import { subscribeOnce } from './subscribe-once.ts'
import { SubscriptionEnded } from './subscription-ended.ts'

/** Implements EventStore.subscribe. Drops events that the server repeats: they would set a consumer's state back. */
export async function* followLog(
  connection: Connection,
  limits: Limits,
  { from, filter, signal, onReconnect }: Parameters<EventStore['subscribe']>[0],
): AsyncGenerator<Delivered, void, void> {
  let after = from
  for (let retry = 0; !signal.aborted; retry++) {
    const since = performance.now()
    try {
      after = await pinToLeader(connection, limits, after)
      for await (const item of subscribeOnce(connection, limits, after, filter, signal)) {
        retry = 0
        if (isRepeated(after, item)) continue
        after = laterPosition(after, item)
        yield item
      }
    } catch (error) {
      if (signal.aborted) return
      connection.assertOpen()
      if (error instanceof StoreTooOld) throw error
      const lastedMs = performance.now() - since
      onReconnect?.(new SubscriptionEnded(filter.streamPrefixes, lastedMs, error))
      await sleep(backoff(retry, limits.resumeCapMs), signal)
    }
  }
}

/** Resolves `end` only once: asked again after a fault, it would skip the events in between. */
async function pinToLeader(
  connection: Connection,
  limits: Limits,
  from: FromPosition,
): Promise<FromPosition> {
  return from === 'end' ? ((await headOfLog(connection, limits)) ?? 'start') : from
}

function isRepeated(after: FromPosition, item: Delivered): boolean {
  return typeof after === 'bigint' && item.kind === 'event' && item.event.position <= after
}

function laterPosition(after: FromPosition, item: Delivered): FromPosition {
  if (item.kind === 'caught_up') return after
  const position = item.kind === 'event' ? item.event.position : item.position
  return typeof after === 'bigint' && after > position ? after : position
}
