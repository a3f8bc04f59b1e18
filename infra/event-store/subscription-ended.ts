import { GivenUp, isAnswer, NoAnswer, NotSent } from './client-fault.ts'

/** Too much waited for a follower that shares a subscription with others. */
export class TooSlow extends Error {
  constructor(maxWaitingBytes: number) {
    super(`more than ${maxWaitingBytes} bytes of facts waited for the follower`)
    this.name = 'TooSlow'
  }
}

export class SubscriptionEnded extends Error {
  constructor(prefixes: readonly string[], afterMs: number, cause: unknown) {
    const what = prefixes.length > 0 ? `$all for ${prefixes.join(', ')}` : '$all'
    const after = `${(afterMs / 1000).toFixed(1)} s`
    super(`the subscription to ${what} ended after ${after}: ${describeCause(cause)}`, { cause })
    this.name = 'SubscriptionEnded'
  }
}

function describeCause(cause: unknown): string {
  const words = cause instanceof Error ? cause.message : String(cause)
  if (isAnswer(cause)) return `the event store answered "${words}"`
  const isOurs = [GivenUp, NoAnswer, NotSent, TooSlow].some((type) => cause instanceof type)
  if (isOurs) return `this process ended it: ${words}`
  return `the connection was lost: ${words}`
}
