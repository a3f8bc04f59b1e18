/** Bounds the work that owners have under way, so that none of them takes all the capacity. */
export type EqualShares = {
  /**
   * @param inFlight what the owner has under way
   * @param leastSharers divides among at least so many owners, because some have nothing under way only for a moment
   */
  mayBegin(inFlight: number, leastSharers?: number): boolean
  /** Work of an owner begins; `inFlight` counts it already. */
  began(inFlight: number): void
  /** Work of an owner ended; `inFlight` no longer counts it. */
  ended(inFlight: number): void
  underWay(): number
}

/** The part of the capacity, and of the free capacity, that owners divide. The rest is kept for the next owner. */
export const DIVIDED_PART = 0.75

/**
 * Divides work under way among owners, so that one whose work hangs cannot use up the capacity of others. A share is an
 * equal part of three quarters of the capacity among the owners that have work under way, so an owner that becomes busy
 * finds free capacity. An owner begins nothing more once it has three times as much under way as is free, so a few
 * greedy owners never use up the capacity.
 * @param capacity of all owners together
 * @param lent an owner may exceed its share while less than this is under way in all
 */
export function equalShares(
  capacity: number,
  lent = Math.floor(capacity * DIVIDED_PART),
): EqualShares {
  let underWay = 0
  let busy = 0
  return {
    mayBegin(inFlight, leastSharers = 1) {
      const sharers = Math.max(leastSharers, inFlight === 0 ? busy + 1 : busy)
      const share = Math.max(1, Math.floor((DIVIDED_PART * capacity) / sharers))
      if (inFlight * (1 - DIVIDED_PART) >= DIVIDED_PART * (capacity - underWay)) return false
      return underWay < (inFlight < share ? capacity : lent)
    },
    began(inFlight) {
      underWay += 1
      if (inFlight === 1) busy += 1
    },
    ended(inFlight) {
      underWay -= 1
      if (inFlight === 0) busy -= 1
    },
    underWay: () => underWay,
  }
}
