/** Attempts of one dispatcher under way at once, all webhooks together. */
const CAPACITY = 1_000
/** Up to here a busy webhook may exceed its share; the rest is kept for webhooks below theirs. */
const LENT = CAPACITY / 2

/** Divides attempts under way among webhooks, so that one slow receiver cannot use up the capacity of others. */
export type AttemptShares = {
  mayBegin(inFlight: number): boolean
  /** An attempt of a webhook begins; `inFlight` counts it already. */
  began(inFlight: number): void
  /** An attempt of a webhook ended; `inFlight` no longer counts it. */
  ended(inFlight: number): void
  underWay(): number
}

/** A webhook's share is an equal part of three quarters of the capacity, so a webhook that becomes busy finds room. */
export function attemptShares(): AttemptShares {
  let underWay = 0
  let busy = 0
  return {
    mayBegin(inFlight) {
      const sharers = inFlight === 0 ? busy + 1 : busy
      const share = Math.max(1, Math.floor((0.75 * CAPACITY) / sharers))
      return underWay < (inFlight < share ? CAPACITY : LENT)
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
