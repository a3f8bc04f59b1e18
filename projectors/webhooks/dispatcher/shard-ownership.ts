import { acquired, afterObservation, afterShare, type OwnedShard } from './owned-shard.ts'
import type { Lease, ShardLeases } from './shard-leases.ts'

/*
 * SHARD OWNERSHIP
 *
 * Webhooks are divided into shards, and one dispatcher at a time acts on a shard. Seen from a dispatcher, each shard is
 * in one of four states:
 *
 *   foreign     The lease is not ours. The dispatcher holds no queue of the shard.
 *   catchingUp  The lease is ours, but the read models may not show yet what earlier owners recorded. No attempt begins.
 *   ready       The read models have observed the fencing position. Attempts begin while the lease outlives them.
 *   leaving     The shard is above our fair share. Attempts under way end and are recorded, and no other begins.
 *
 * What moves a shard:
 *
 *   foreign -> catchingUp         `renew` was granted the lease; the fencing position is the newest fact after that.
 *   catchingUp -> ready           `observed` gets a position that is not before the fencing position.
 *   ready -> catchingUp           `observed` gets a lower position than before: the read models are being rebuilt and
 *                                 show deliveries of long ago as pending.
 *   catchingUp, ready -> leaving  `releaseSurplus` finds the shard above our share.
 *   leaving -> catchingUp         `releaseSurplus` finds that we may keep the shard after all.
 *   leaving -> foreign            `releaseSurplus` finds the shard quiet and gives the lease back.
 *   any -> foreign                `renew` did not get the lease again, or only under another fencing token.
 */

export type ShardOwnership = {
  /** The lease of a ready shard, for an attempt that takes at most `withinMs`. */
  usable(shard: number, withinMs: number): Lease | undefined
  all(): number[]
  /** Renews leases and takes free ones. Calls `lost` for each shard that became foreign. */
  renew(): Promise<void>
  observed(position: bigint): void
  /** The highest position at which the read models were seen. */
  furthest(): bigint
  waiting(): boolean
  /** Gives back surplus shards for which `isQuiet` says that no attempt is under way and no outcome waits. */
  releaseSurplus(isQuiet: (shard: number) => boolean): Promise<void>
}

type NewestFact = () => Promise<bigint | null>

export function shardOwnership(
  leases: ShardLeases,
  newestFact: NewestFact,
  lost: (shard: number) => void,
): ShardOwnership {
  const owned = new Map<number, OwnedShard>()
  let until = 0
  let surplus = 0
  let furthest = -1n

  const lose = (shard: number) => {
    if (owned.delete(shard)) lost(shard)
  }
  const acquire = async (granted: readonly Lease[]) => {
    if (granted.length === 0) return
    for (const { shard } of granted) lose(shard)
    // Read after the lease was granted: everything that the previous owner recorded comes before it.
    const fencingPosition = (await newestFact()) ?? -1n
    for (const lease of granted) owned.set(lease.shard, acquired(lease, fencingPosition))
  }
  return {
    usable(shard, withinMs) {
      const found = owned.get(shard)
      if (found?.state !== 'ready') return undefined
      return performance.now() + withinMs < until ? found.lease : undefined
    },
    all: () => [...owned.keys()],
    async renew() {
      const held = await leases.renew()
      until = held.until
      surplus = held.surplus
      for (const shard of missingFrom(held.leases, owned.keys())) lose(shard)
      await acquire(held.leases.filter((lease) => !isSameLease(lease, owned.get(lease.shard))))
    },
    observed(position) {
      for (const [shard, before] of owned)
        owned.set(shard, afterObservation(before, position, furthest))
      if (position > furthest) furthest = position
    },
    furthest: () => furthest,
    waiting: () => [...owned.values()].some(({ state }) => state === 'catchingUp'),
    async releaseSurplus(isQuiet) {
      const leaving = [...owned.keys()].slice(0, surplus)
      for (const [shard, before] of owned)
        owned.set(shard, afterShare(before, leaving.includes(shard)))
      const quiet = leaving.filter(isQuiet)
      if (quiet.length === 0) return
      for (const shard of quiet) lose(shard)
      surplus -= quiet.length
      await leases.release(quiet)
    },
  }
}

function missingFrom(leases: readonly Lease[], shards: Iterable<number>): number[] {
  const held = new Set(leases.map(({ shard }) => shard))
  return [...shards].filter((shard) => !held.has(shard))
}

function isSameLease({ fencing_token }: Lease, shard: OwnedShard | undefined): boolean {
  return shard?.lease.fencing_token === fencing_token
}
