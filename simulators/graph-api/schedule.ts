/** Delayed work that a stopping simulator drops. */
export type Schedule = {
  after(ms: number, work: () => void): void
  close(): void
}

export function newSchedule(): Schedule {
  const timers = new Set<NodeJS.Timeout>()
  let closed = false
  return {
    after(ms, work) {
      if (closed) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        work()
      }, ms)
      timers.add(timer)
    },
    close() {
      closed = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
