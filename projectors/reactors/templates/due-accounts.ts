import type { BusinessAccount } from './business-accounts.ts'

export type DueAccounts = {
  take(all: readonly BusinessAccount[], now: number, count: number): readonly BusinessAccount[]
  /** Makes an account due at once, also while its synchronisation runs: the provider reported a change. */
  hurry(key: string): void
  done(key: string, now: number, ok: boolean): void
}

/** After a failure the provider is asked again sooner, but at most this often. */
const RETRY_MS = 60_000

export function dueAccounts(intervalMs: number): DueAccounts {
  const dueAt = new Map<string, number>()
  const running = new Set<string>()
  const hurried = new Set<string>()
  return {
    take(all, now, count) {
      const due = all.filter(({ key }) => !running.has(key) && (dueAt.get(key) ?? 0) <= now)
      const taken = due.slice(0, count)
      for (const { key } of taken) running.add(key)
      return taken
    },
    hurry(key) {
      dueAt.set(key, 0)
      if (running.has(key)) hurried.add(key)
    },
    done(key, now, ok) {
      running.delete(key)
      const again = hurried.delete(key)
      dueAt.set(key, again ? 0 : now + (ok ? intervalMs : Math.min(RETRY_MS, intervalMs)))
    },
  }
}
