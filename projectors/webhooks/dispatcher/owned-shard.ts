import type { Lease } from './shard-leases.ts'

/** A shard of ours; `shard-ownership.ts` describes its states. A shard that is not ours is `foreign`: it has no value. */
export type OwnedShard = {
  readonly state: 'catchingUp' | 'ready' | 'leaving'
  readonly lease: Lease
  /** The read models show everything that earlier owners did once they have observed this log position. */
  readonly fencingPosition: bigint
}

/** foreign -> catchingUp: the lease was granted, and the newest fact stood at `fencingPosition` afterwards. */
export function acquired(lease: Lease, fencingPosition: bigint): OwnedShard {
  return { state: 'catchingUp', lease, fencingPosition }
}

/**
 * catchingUp <-> ready: the read models are at `position`. Read models behind the furthest position at which they were
 * seen are being rebuilt, so the shard has to wait until they are there again.
 */
export function afterObservation(
  shard: OwnedShard,
  position: bigint,
  furthest: bigint,
): OwnedShard {
  const isRebuilding = position < furthest
  const fencingPosition =
    isRebuilding && shard.fencingPosition < furthest ? furthest : shard.fencingPosition
  if (shard.state === 'leaving') return { ...shard, fencingPosition }
  return { ...shard, fencingPosition, state: fencingPosition <= position ? 'ready' : 'catchingUp' }
}

/** catchingUp, ready -> leaving: the shard is above our share. leaving -> catchingUp: it no longer is. */
export function afterShare(shard: OwnedShard, isSurplus: boolean): OwnedShard {
  if (isSurplus) return { ...shard, state: 'leaving' }
  return shard.state === 'leaving' ? { ...shard, state: 'catchingUp' } : shard
}
