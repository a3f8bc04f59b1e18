import type { WebhookDeliveryEvent } from '@recado/domain/webhook-delivery/events'
import { doubling } from '@recado/infra/concurrency/backoff'
import { sleep } from '@recado/infra/concurrency/sleep'
import { chainOfFact, type Journal, type NewEvent } from '@recado/infra/event-store/event-store'
import type { Logger } from '@recado/infra/logger'
import { shardOf } from './shard.ts'
import { waitingFacts } from './waiting-facts.ts'

/** Outcomes of attempts on their way into the log. */
export type Outcomes = {
  /** Whether another attempt may begin: its outcome must find room here. */
  hasRoom(inFlight: number): boolean
  /** Whether a delivery of a connection may be given up without an attempt. */
  hasRoomToSkip(connectionId: string): boolean
  /** Whether so many may be given up again that a read of the backlog is worth its while. */
  hasRoomToReadOn(connectionId: string): boolean
  /** Keeps facts until the log has them, then calls `recorded` with their position. Facts of one call stay together. */
  add(
    of: { readonly stream: string; readonly connectionId: string },
    facts: readonly NewEvent<WebhookDeliveryEvent>[],
    recorded: (position: bigint) => void,
  ): void
  /** Resolves when the log has everything, or the signal aborts. */
  flushed(signal: AbortSignal): Promise<void>
  /** How many facts wait. */
  waiting(): number
  /** Whether facts of a shard's webhooks wait. */
  isWaiting(shard: number): boolean
}

/** Facts that may wait for the log: while the log is unavailable, dispatch pauses rather than send what it could forget. */
const CAPACITY = 1_000
/** Up to here deliveries are skipped; the rest is kept for the outcomes of attempts. */
const SKIPPED = CAPACITY / 2
/** Up to here those of one webhook are. */
const SKIPPED_OF_ONE = SKIPPED / 2
/** Facts in one append, far below the store's limit of 1 MiB even with an excerpt of 4 KiB each. */
const APPEND_MAX = 100

type Waiting = {
  readonly connectionId: string
  readonly facts: readonly NewEvent<WebhookDeliveryEvent>[]
  readonly recorded: (position: bigint) => void
}

/**
 * Appends outcomes in batches: while one append of a stream is under way, the next ones gather behind it. A failed append
 * is tried for ever, with the same event ids.
 * @param onRoom called when there is room again after there was none
 */
export function recordOutcomes(options: {
  journal: Journal
  log: Logger
  signal: AbortSignal
  onRoom: () => void
}): Outcomes {
  const byStream = new Map<string, Waiting[]>()
  const counted = waitingFacts()

  const drain = async (stream: string, queue: Waiting[]) => {
    while (queue.length > 0 && !options.signal.aborted) {
      const batch = nextBatch(queue)
      const position = await persist(stream, batch)
      if (position === null) return
      queue.splice(0, batch.length)
      const wasFull = counted.count() >= CAPACITY
      for (const { connectionId, facts } of batch) counted.changed(connectionId, -facts.length)
      for (const { recorded } of batch) recorded(position)
      if (wasFull && counted.count() < CAPACITY) options.onRoom()
    }
    byStream.delete(stream)
  }
  const persist = async (stream: string, batch: readonly Waiting[]): Promise<bigint | null> => {
    const facts: NewEvent[] = []
    for (const waiting of batch) facts.push(...waiting.facts)
    for (let failures = 0; !options.signal.aborted; failures++) {
      try {
        return (await options.journal.record(stream, facts)).position
      } catch (err) {
        options.log.warn(
          { err, ...oldestOf(batch), stream, waiting: counted.count() },
          'delivery outcomes wait for the log',
        )
        await sleep(doubling(failures, 100, 2_000), options.signal)
      }
    }
    return null
  }
  return {
    hasRoom: (inFlight) => counted.count() + inFlight < CAPACITY,
    hasRoomToSkip: (connectionId) =>
      counted.count() < SKIPPED && counted.count(connectionId) < SKIPPED_OF_ONE,
    hasRoomToReadOn: (connectionId) =>
      counted.count() < SKIPPED && counted.count(connectionId) <= SKIPPED_OF_ONE / 2,
    waiting: () => counted.count(),
    isWaiting: (shard) => [...counted.connections()].some((id) => shardOf(id) === shard),
    add({ stream, connectionId }, facts, recorded) {
      counted.changed(connectionId, facts.length)
      const queue = byStream.get(stream)
      if (queue !== undefined) {
        queue.push({ connectionId, facts, recorded })
        return
      }
      const fresh = [{ connectionId, facts, recorded }]
      byStream.set(stream, fresh)
      void drain(stream, fresh)
    },
    async flushed(signal) {
      while (counted.count() > 0 && !signal.aborted) await sleep(10, signal)
    },
  }
}

/** A line that tells of many outcomes of a webhook names the chain of the one that waits longest. */
function oldestOf([oldest]: readonly Waiting[]) {
  const [fact] = oldest?.facts ?? []
  return { connection_id: oldest?.connectionId, ...(fact && chainOfFact(fact.metadata)) }
}

function nextBatch(queue: readonly Waiting[]): Waiting[] {
  const batch: Waiting[] = []
  let facts = 0
  for (const waiting of queue) {
    if (facts > 0 && facts + waiting.facts.length > APPEND_MAX) break
    batch.push(waiting)
    facts += waiting.facts.length
  }
  return batch
}
