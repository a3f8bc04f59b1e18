import type { WebhookDeliveryEvent } from '@recado/domain/webhook-delivery/events'
import { doublingWait } from '@recado/infra/concurrency/backoff'
import { sleep } from '@recado/infra/concurrency/sleep'
import { chainOfFact, type Journal, type NewEvent } from '@recado/infra/event-store/event-store'
import type { Logger } from '@recado/infra/logger'
import { jsonBytes } from '@recado/translation/bounded-fields'
import { shardOf } from './shard.ts'
import { waitingFacts } from './waiting-facts.ts'

export type Outcomes = {
  /** Whether another attempt may begin, as its outcome needs room here. */
  hasRoom(inFlight: number): boolean
  hasRoomToSkip(connectionId: string): boolean
  /** Whether enough deliveries may be given up that reading more of the backlog is worthwhile. */
  hasRoomToReadOn(connectionId: string): boolean
  /** Keeps facts until the log has them, then calls `recorded` with their position. Facts of one call stay together. */
  add(
    of: { readonly stream: string; readonly connectionId: string },
    facts: readonly NewEvent<WebhookDeliveryEvent>[],
    recorded: (position: bigint) => void,
  ): void
  flushed(signal: AbortSignal): Promise<void>
  waiting(): number
  isWaiting(shard: number): boolean
}

/** Facts that may wait: while the log is unavailable, dispatch pauses rather than send what may be forgotten. */
const CAPACITY = 1_000
/** Up to this many deliveries are skipped; the rest is kept for outcomes of attempts. */
const SKIPPED = CAPACITY / 2
const SKIPPED_OF_ONE = SKIPPED / 2
const APPEND_MAX = 100
/** Bytes in one append; the store's limit is 1 MiB, and a larger append would be retried for ever. */
const APPEND_BYTES = 768 * 1024
/** Upper bound for a fact without the endpoint's own words, bytes. */
const FACT_BYTES = 4 * 1024

type Waiting = {
  readonly connectionId: string
  readonly bytes: number
  readonly facts: readonly NewEvent<WebhookDeliveryEvent>[]
  readonly recorded: (position: bigint) => void
}

/**
 * Appends outcomes in batches: while one append of a stream is under way, later outcomes gather. A failed append is
 * retried for ever, with the same event ids.
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
        await sleep(doublingWait(failures, 100, 2_000), options.signal)
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
      const waiting = { connectionId, bytes: bytesOf(facts), facts, recorded }
      const queue = byStream.get(stream)
      if (queue !== undefined) {
        queue.push(waiting)
        return
      }
      const fresh = [waiting]
      byStream.set(stream, fresh)
      void drain(stream, fresh)
    },
    async flushed(signal) {
      while (counted.count() > 0 && !signal.aborted) await sleep(10, signal)
    },
  }
}

function oldestOf([oldest]: readonly Waiting[]) {
  const [fact] = oldest?.facts ?? []
  return { connection_id: oldest?.connectionId, ...(fact && chainOfFact(fact.metadata)) }
}

function nextBatch(queue: readonly Waiting[]): Waiting[] {
  const batch: Waiting[] = []
  let facts = 0
  let bytes = 0
  for (const waiting of queue) {
    const isFull = facts + waiting.facts.length > APPEND_MAX || bytes + waiting.bytes > APPEND_BYTES
    if (facts > 0 && isFull) break
    batch.push(waiting)
    facts += waiting.facts.length
    bytes += waiting.bytes
  }
  return batch
}

/** Measures only the endpoint's words, whose control characters take six bytes each in JSON. */
function bytesOf(facts: readonly NewEvent<WebhookDeliveryEvent>[]): number {
  let bytes = 0
  for (const { data } of facts) {
    bytes += FACT_BYTES
    if ('answer_excerpt' in data && data.answer_excerpt) bytes += jsonBytes(data.answer_excerpt)
    if ('error' in data && data.error) bytes += jsonBytes(data.error)
  }
  return bytes
}
