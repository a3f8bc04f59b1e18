import type { Shares } from './shared-slots.ts'

/** From so many owners on, those that have nothing to make up for are forgotten. */
const MANY = 1_000

/**
 * Start-time fair queueing (Goyal, Vin and Cheng, 1996): of those who wait, whoever has had least goes first, counted by
 * size from the moment when it began to want something. So one owner's large works do not stand before the small ones of
 * others, and what an owner took while nobody else wanted anything is not held against it.
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
      if (next.size >= MANY) forget()
    },
    ended: () => undefined,
    isBefore: (one, other) => startOf(one) < startOf(other),
  }
}
