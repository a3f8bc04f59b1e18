import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Held, Lease, ShardLeases } from './shard-leases.ts'

/** A shard of ours. */
type OwnedShard = {
  readonly lease: Lease
  /** The read models must have observed this before the shard is acted on: then they show what others did. */
  fencingPosition: bigint
  ready: boolean
  /** To be given back: nothing new begins. */
  leaving: boolean
}

/** The shards this dispatcher holds, and whether it may act on them. */
export type ShardOwnership = {
  /** The lease of a shard that may be acted on now, by an attempt that takes at most `withinMs`. */
  usable(shard: number, withinMs: number): Lease | undefined
  /** Every shard held, ready or not. */
  all(): number[]
  /** Asks for shards anew. `lost` hears those that are no longer ours, or ours only again. */
  renew(): Promise<void>
  /**
   * The read models are at a position. When they are behind one where they were, they are being built again and
   * show as pending what was delivered long ago: nothing is acted on until they are there again.
   */
  observed(position: bigint): void
  /** The furthest position at which the read models were seen. */
  furthest(): bigint
  /** Whether a shard still waits for the read models. */
  waiting(): boolean
  /** Gives back shards above our share, once `isQuiet` says that nothing of them is under way. */
  releaseSurplus(isQuiet: (shard: number) => boolean): Promise<void>
}

/** Log position that the read models must have observed before what they show of deliveries is complete. */
type NewestFact = () => Promise<bigint | null>

/** @param lost told of each shard whose queues must be forgotten */
export function shardOwnership(
  leases: ShardLeases,
  newestFact: NewestFact,
  lost: (shard: number) => void,
): ShardOwnership {
  const shards = new Map<number, OwnedShard>()
  let until = 0
  let surplus = 0
  let furthest = -1n

  const take = async (held: Held) => {
    const fresh = held.leases.filter(
      ({ shard, fencing_token }) => shards.get(shard)?.lease.fencing_token !== fencing_token,
    )
    if (fresh.length === 0) return
    for (const { shard } of fresh) drop(shard)
    // Read after the lease is ours: whatever its last owner has written down stands before.
    const fencingPosition = (await newestFact()) ?? -1n
    for (const lease of fresh)
      shards.set(lease.shard, { lease, fencingPosition, ready: false, leaving: false })
  }
  const drop = (shard: number) => {
    if (shards.delete(shard)) lost(shard)
  }
  return {
    usable(shard, withinMs) {
      const held = shards.get(shard)
      if (held === undefined || !held.ready || held.leaving) return undefined
      return performance.now() + withinMs < until ? held.lease : undefined
    },
    all: () => [...shards.keys()],
    async renew() {
      const held = await leases.renew()
      const still = new Set(held.leases.map(({ shard }) => shard))
      for (const shard of [...shards.keys()]) if (!still.has(shard)) drop(shard)
      await take(held)
      until = held.until
      surplus = held.surplus
    },
    observed(position) {
      if (position < furthest)
        for (const held of shards.values()) {
          held.ready = false
          if (held.fencingPosition < furthest) held.fencingPosition = furthest
        }
      else furthest = position
      for (const held of shards.values()) held.ready ||= held.fencingPosition <= position
    },
    furthest: () => furthest,
    waiting: () => [...shards.values()].some(({ ready }) => !ready),
    async releaseSurplus(isQuiet) {
      const leaving = [...shards.keys()].slice(0, surplus)
      for (const [shard, held] of shards) held.leaving = leaving.includes(shard)
      const quiet = leaving.filter(isQuiet)
      if (quiet.length === 0) return
      for (const shard of quiet) drop(shard)
      surplus -= quiet.length
      await leases.release(quiet)
    },
  }
}

/** Categories that the fold does not follow: waiting for their events would be for ever. */
const UNFOLDED = ['providerPost-', 'log-']

/** Position of the newest fact that the fold follows; null when there is none. */
export async function headOfFollowedStreams(store: EventStore): Promise<bigint | null> {
  let oldest: bigint | null = null
  for await (const event of store.readAll({ from: 'end', direction: 'backwards', limit: 500 })) {
    if (!UNFOLDED.some((prefix) => event.stream.startsWith(prefix))) return event.position
    oldest = event.position
  }
  return oldest
}
