import type { Lease } from './shard-leases.ts'

/** A shard of ours; `shard-ownership.ts` describes its states. A foreign shard has no value. */
export type OwnedShard = {
  readonly state: 'catchingUp' | 'ready' | 'leaving'
  readonly lease: Lease
  /** Once the read models have observed this log position, they show everything that earlier owners did. */
  readonly fencingPosition: bigint
}

/** foreign -> catchingUp: the lease was granted, and afterwards the newest fact was at `fencingPosition`. */
export function acquired(lease: Lease, fencingPosition: bigint): OwnedShard {
  return { state: 'catchingUp', lease, fencingPosition }
}

/** catchingUp <-> ready. Read models behind `furthest` are being rebuilt: the shard waits until they are there again. */
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

/** catchingUp, ready -> leaving: the shard exceeds our share. leaving -> catchingUp: it no longer does. */
export function afterShare(shard: OwnedShard, isSurplus: boolean): OwnedShard {
  if (isSurplus) return { ...shard, state: 'leaving' }
  return shard.state === 'leaving' ? { ...shard, state: 'catchingUp' } : shard
}
