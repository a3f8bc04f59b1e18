import { setImmediate as turn } from 'node:timers/promises'
import type { Loop } from '@recado/infra/concurrency/running-time'

type Due = { at: number; readonly call: () => void; readonly everyMs?: number }

/** An event loop on a clock of its own, in the order of Node's: timers, then what has arrived, then immediates. */
export type StallingLoop = Loop & {
  /** Brings something from outside in `ms`; the loop reads it in its turn. */
  arrive(ms: number, call: () => void): void
  /** Lets the process stand still for `ms`, from `at` ms on. */
  stall(at: number, ms: number): void
  /** Runs the loop until its clock shows `until` ms. */
  run(until: number): Promise<void>
}

export function stallingLoop(): StallingLoop {
  const timers = new Set<Due>()
  const arriving = new Set<Due>()
  const immediates: (() => void)[] = []
  const stalls: { at: number; ms: number }[] = []
  let now = 0

  const put = (into: Set<Due>, due: Due) => {
    into.add(due)
    return () => void into.delete(due)
  }
  const runDue = async (from: Set<Due>) => {
    const due = [...from].filter(({ at }) => at <= now).sort((one, other) => one.at - other.at)
    for (const event of due) {
      if (!from.delete(event)) continue
      if (event.everyMs !== undefined) put(from, Object.assign(event, { at: now + event.everyMs }))
      event.call()
    }
    await turn()
  }
  const standStill = () => {
    for (const stall of stalls.splice(0)) {
      if (stall.at > now) stalls.push(stall)
      else now = Math.max(now, stall.at + stall.ms)
    }
  }
  return {
    now: () => now,
    after: (ms, call) => put(timers, { at: now + ms, call }),
    every: (ms, call) => put(timers, { at: now + ms, call, everyMs: ms }),
    onceRead: (call) => void immediates.push(call),
    sleep: (ms) => new Promise((resolve) => put(timers, { at: now + ms, call: resolve })),
    arrive: (ms, call) => void put(arriving, { at: now + ms, call }),
    stall: (at, ms) => void stalls.push({ at, ms }),
    async run(until) {
      while (now < until) {
        const next = [...timers, ...arriving, ...stalls].map(({ at }) => at)
        now = Math.max(now, Math.min(until, ...next))
        standStill()
        await runDue(timers)
        await runDue(arriving)
        for (const call of immediates.splice(0)) call()
        await turn()
      }
    },
  }
}
