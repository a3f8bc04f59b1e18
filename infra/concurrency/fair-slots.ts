/** Room for so much work at the same time. */
export type FairSlots = {
  /** Resolves when there is room; those who wait are served round-robin by owner. */
  take(owner: string): Promise<void>
  release(): void
}

/** All free. */
export function fairSlots(limit: number): FairSlots {
  /** Who waits, by owner; the owner to be served next comes first. */
  const waiting = new Map<string, (() => void)[]>()
  let free = limit
  return {
    async take(owner) {
      if (free > 0) {
        free -= 1
        return
      }
      const own = waiting.get(owner) ?? []
      waiting.set(owner, own)
      await new Promise<void>((resolve) => own.push(resolve))
    },
    release() {
      for (const [owner, own] of waiting) {
        const next = own.shift()
        waiting.delete(owner)
        if (own.length > 0) waiting.set(owner, own)
        if (next !== undefined) return next()
      }
      free += 1
    },
  }
}
