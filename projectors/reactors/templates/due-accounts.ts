import type { BusinessAccount } from './business-accounts.ts'

/** When business accounts are due for synchronisation. */
export type DueAccounts = {
  /** Takes accounts that are due, at most `count`; each counts as begun. */
  take(all: readonly BusinessAccount[], now: number, count: number): readonly BusinessAccount[]
  /**
   * Makes an account due at once, also while its synchronisation is under way, because the provider reported a
   * change.
   */
  hurry(key: string): void
  /** @param ok whether the list was read */
  done(key: string, now: number, ok: boolean): void
}

/** After a failure the provider is asked again sooner, but at most this often. */
const RETRY_MS = 60_000

/** Every account is due when it is first seen, then at each interval. */
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
