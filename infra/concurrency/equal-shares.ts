/** What owners may have under way together when none of them may leave the others without room. */
export type EqualShares = {
  /**
   * @param inFlight what the owner has under way
   * @param leastSharers counts at least so many owners, where some have nothing under way only for the moment
   */
  mayBegin(inFlight: number, leastSharers?: number): boolean
  /** Work of an owner begins; `inFlight` counts it already. */
  began(inFlight: number): void
  /** Work of an owner ended; `inFlight` no longer counts it. */
  ended(inFlight: number): void
  underWay(): number
}

/** The part of the capacity, and of what is free of it, that owners divide: the rest waits for the next one. */
export const DIVIDED = 0.75

/**
 * Divides work under way among owners, so that one whose work hangs cannot use up the capacity of others. A share is an
 * equal part of three quarters of the capacity among the owners that have work under way, so an owner that becomes busy
 * finds room; and nobody takes more than three quarters of what is free to him, so the room of a few who take all they
 * can does not end.
 * @param capacity of all owners together
 * @param lent up to here an owner may exceed its share
 */
export function equalShares(capacity: number, lent = Math.floor(capacity * DIVIDED)): EqualShares {
  let underWay = 0
  let busy = 0
  return {
    mayBegin(inFlight, leastSharers = 1) {
      const sharers = Math.max(leastSharers, inFlight === 0 ? busy + 1 : busy)
      const share = Math.max(1, Math.floor((DIVIDED * capacity) / sharers))
      if (inFlight * (1 - DIVIDED) >= DIVIDED * (capacity - underWay)) return false
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
