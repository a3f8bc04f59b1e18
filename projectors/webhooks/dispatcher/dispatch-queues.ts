import { mostAtOnce } from './endpoint-health.ts'
import {
  announce,
  type EndpointQueue,
  emptyQueue,
  endRest,
  hasRoomToLoad,
  isBehind,
  newEndpointQueue,
  offer,
} from './endpoint-queue.ts'
import type { DueQueue } from './load-backlog.ts'
import type { PendingDelivery } from './pending-delivery.ts'
import { type PumpDeps, queuePump } from './queue-pump.ts'
import { shardOf } from './shard.ts'

export type EndpointQueueDeps = Omit<PumpDeps, 'isOpen'>

export type EndpointQueues = {
  offer(pending: PendingDelivery): void
  visit(due: DueQueue, position: bigint): Promise<void>
  /**
   * Names the tables that deliveries are read from. A rebuild may number them differently, and an erasure ends some: then all
   * is read again.
   */
  readFrom(tables: string): void
  isOurs(connectionId: string): boolean
  forget(shard: number): void
  inFlight(shard?: number): number
  resume(): void
  /** There may be room for another attempt: the queue that has waited longest begins. */
  nextInTurn(): void
}

export function openEndpointQueues(deps: EndpointQueueDeps): EndpointQueues {
  const queues = new Map<string, EndpointQueue>()
  const memory = { bytes: 0 }
  let readFrom: string | null = null
  const queueOf = (connectionId: string): EndpointQueue => {
    const queue = queues.get(connectionId) ?? newEndpointQueue(connectionId, memory)
    queues.set(connectionId, queue)
    return queue
  }
  const isOurs = (connectionId: string) =>
    deps.shards.usable(shardOf(connectionId), deps.attemptMs) !== undefined
  const isOpen = (queue: EndpointQueue) =>
    queues.get(queue.connectionId) === queue && isOurs(queue.connectionId)
  const pump = queuePump({ ...deps, isOpen })

  return {
    offer(pending) {
      if (deps.registry.webhook(pending.connection_id)?.active === false) return
      const queue = queueOf(pending.connection_id)
      if (offer(queue, pending)) void pump.refill(queue)
      else pump.pump(queue)
    },
    async visit({ connection_id, last_ordinal, due }, position) {
      const queue = queueOf(connection_id)
      if (hasGoneBack(queue, last_ordinal, position)) emptyQueue(queue)
      announce(queue, last_ordinal)
      endRest(queue, Date.now())
      if (mostAtOnce(queue.health, deps.concurrency) === 0) return
      if (!deps.registry.webhook(connection_id)?.active) return
      if (hasRoomToLoad(queue) && (due || isBehind(queue))) await pump.refill(queue)
      else pump.pump(queue)
    },
    readFrom(tables) {
      if (readFrom !== null && tables !== readFrom)
        for (const queue of queues.values()) emptyQueue(queue)
      readFrom = tables
    },
    isOurs,
    forget(shard) {
      for (const queue of ofShard(queues, shard)) {
        emptyQueue(queue)
        pump.forget(queue)
        queues.delete(queue.connectionId)
      }
    },
    inFlight(shard) {
      if (shard === undefined) return pump.underWay()
      return ofShard(queues, shard).reduce(
        (count, { conversations }) => count + conversations.inFlight.size,
        0,
      )
    },
    resume() {
      for (const queue of queues.values()) if (queue.conversations.queued > 0) pump.pump(queue)
    },
    nextInTurn: pump.nextInTurn,
  }
}

/** Whether the webhook's ordinals went back, because the read models were rebuilt from a log that was cut. */
function hasGoneBack(queue: EndpointQueue, lastOrdinal: number, position: bigint): boolean {
  return lastOrdinal < queue.loadedThrough && position >= BigInt(queue.position)
}

function ofShard(queues: ReadonlyMap<string, EndpointQueue>, shard: number): EndpointQueue[] {
  return [...queues.values()].filter(({ connectionId }) => shardOf(connectionId) === shard)
}
