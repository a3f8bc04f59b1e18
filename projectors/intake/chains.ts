/** Lets work about the same thing go in order, and work about different things side by side. */
export type Chains = {
  /** Runs `work` after all earlier work that shares a key with it, whatever became of that. */
  run(keys: readonly string[], work: () => Promise<void>): Promise<void>
}

/** @param limit how much work goes on at the same time */
export function chains(limit: number): Chains {
  const last = new Map<string, Promise<void>>()
  const slots = slotsOf(limit)
  return {
    run(keys, work) {
      const before = [...new Set(keys.flatMap((key) => last.get(key) ?? []))]
      const mine = (async () => {
        if (before.length > 0) await Promise.all(before)
        // Only who can begin takes a slot: waiting in one could keep out whom it waits for.
        await slots.take()
        try {
          await work()
        } finally {
          slots.free()
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

function slotsOf(limit: number) {
  const waiting: (() => void)[] = []
  let free = limit
  return {
    async take() {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    free() {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    },
  }
}
