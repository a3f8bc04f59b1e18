import { fairSlots } from './fair-slots.ts'

/** Lets work about the same thing go in order, and work about different things side by side. */
export type Chains = {
  /**
   * Runs `work` after all earlier work that shares a key with it, whatever became of that.
   * @param owner in whose name; owners take turns when more wants to go on than may
   */
  run(keys: readonly string[], owner: string, work: () => Promise<void>): Promise<void>
}

/** @param limit how much work goes on at the same time */
export function chains(limit: number): Chains {
  const last = new Map<string, Promise<void>>()
  const slots = fairSlots(limit)
  return {
    run(keys, owner, work) {
      const before = [...new Set(keys.flatMap((key) => last.get(key) ?? []))]
      const mine = (async () => {
        if (before.length > 0) await Promise.all(before)
        // Only who can begin takes a slot: waiting in one could keep out whom it waits for.
        await slots.take(owner)
        try {
          await work()
        } finally {
          slots.release()
        }
      })()
      const settled = mine.catch(() => undefined)
      for (const key of keys) last.set(key, settled)
      void settled.then(() => {
        for (const key of keys) if (last.get(key) === settled) last.delete(key)
      })
      return mine
    },
  }
}
