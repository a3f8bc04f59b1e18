export type FairSlots = {
  /** Resolves when a slot is free; waiting owners are served round-robin. */
  take(owner: string): Promise<void>
  release(): void
}

export function fairSlots(limit: number): FairSlots {
  /** Waiting work by owner; the first owner is served next. */
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
