import type { Shares } from './shared-slots.ts'

/** From so many owners on, those are forgotten whose earlier work no longer delays them. */
const MAX_OWNERS = 1_000

/**
 * Start-time fair queueing (Goyal, Vin and Cheng, 1996): of the owners that wait, the one served least goes first. What
 * counts is the size of its work since it became active. So one owner's large works do not delay the small ones of
 * others, and an owner loses nothing by work that it did while nobody else waited.
 */
export function turnsBySize(): Shares<string> {
  /** Where an owner's next work starts, in the size that each owner has had. */
  const next = new Map<string, number>()
  /** Where the latest work started. */
  let now = 0
  const startOf = (owner: string) => Math.max(now, next.get(owner) ?? 0)
  const forget = () => {
    for (const [owner, start] of next) if (start <= now) next.delete(owner)
  }
  return {
    keyOf: (owner) => owner,
    mayBegin: () => true,
    began(owner, size) {
      now = startOf(owner)
      next.set(owner, now + size)
      if (next.size >= MAX_OWNERS) forget()
    },
    ended: () => undefined,
    isBefore: (one, other) => startOf(one) < startOf(other),
  }
}
