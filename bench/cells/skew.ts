import { partitionOf } from '@recado/application/read-models/partitions'

/** Accounts that send facts to projectors. Times are microseconds. */
export type Skew = {
  readonly partitions: number
  /** Facts a second of all accounts together, at random times. */
  readonly rate: number
  readonly facts: number
  readonly accounts: number
  /** The share of the facts that one account has; the others have equal shares of the rest. */
  readonly hotShare: number
  /** What a fact costs the partition of its account, and each other one. */
  readonly own: number
  readonly foreign: number
  readonly seed: number
}

/** How long facts waited until they were shown, in the order in which they came. */
export type Lags = {
  readonly hot: readonly number[]
  /** Of accounts that have their partition together with the hot one. */
  readonly beside: readonly number[]
  readonly apart: readonly number[]
}

/**
 * Partitions as queues, each served by one core, first come first served. Nothing in it takes real time, and the same
 * seed gives the same facts at times that only the rate stretches.
 */
export function lagsOf({ partitions, own, foreign, ...load }: Skew): Lags {
  const random = randomOf(load.seed)
  const homes = Array.from({ length: load.accounts }, () =>
    partitionOf(
      Math.floor(random() * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
      partitions,
    ),
  )
  const freeAt = Array.from({ length: partitions }, () => 0)
  const lags = { hot: [] as number[], beside: [] as number[], apart: [] as number[] }
  let now = 0
  for (let n = 0; n < load.facts; n += 1) {
    now += (-Math.log(1 - random()) * 1e6) / load.rate
    const account = accountOf(load, random)
    const home = homes[account] ?? 0
    for (const [at, free] of freeAt.entries())
      freeAt[at] = Math.max(free, now) + (at === home ? own : foreign)
    const kind = account === 0 ? 'hot' : home === homes[0] ? 'beside' : 'apart'
    lags[kind].push((freeAt[home] ?? 0) - now)
  }
  return lags
}

function accountOf(
  { hotShare, accounts }: Pick<Skew, 'hotShare' | 'accounts'>,
  random: () => number,
) {
  const [isHot, other] = [random() < hotShare, Math.floor(random() * (accounts - 1))]
  return isHot || accounts === 1 ? 0 : 1 + other
}

/** Numbers from 0 to below 1, by mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
