import type { SharedRate } from '@recado/infra/concurrency/shared-rate'
import { sleep } from '@recado/infra/concurrency/sleep'

/** What uploads under way may hold on disk, in bytes: one account's, and all of a process. */
const PER_ACCOUNT = 300 * 1024 * 1024
const PER_PROCESS = 2 * 1024 * 1024 * 1024

/** The disk space of one upload, as it grows. */
export type SpoolSpace = {
  /** Resolves when the account may bring so many bytes more. */
  turn(bytes: number): Promise<void>
  /** Whether so many bytes more may be written: what is too much for the account or the process is not. */
  take(bytes: number): boolean
  /** Gives all of it back. */
  free(): void
}

/** The disk that the uploads of a process share: a tenant whose uploads stall takes none of the others'. */
export type SpoolBudget = {
  open(accountId: string): SpoolSpace
}

/**
 * @param rate in bytes, of each account
 * @param bounds in bytes; other ones are for tests
 */
export function spoolBudget(
  rate: SharedRate,
  bounds: { account: number; process: number } = { account: PER_ACCOUNT, process: PER_PROCESS },
): SpoolBudget {
  const byAccount = new Map<string, number>()
  let all = 0
  return {
    open(accountId) {
      let mine = 0
      const add = (bytes: number) => {
        const total = (byAccount.get(accountId) ?? 0) + bytes
        if (total === 0) byAccount.delete(accountId)
        else byAccount.set(accountId, total)
        mine += bytes
        all += bytes
      }
      return {
        async turn(bytes) {
          const wait = rate.take(accountId, bytes)
          if (wait) await sleep(wait)
        },
        take(bytes) {
          const account = (byAccount.get(accountId) ?? 0) + bytes
          if (account > bounds.account || all + bytes > bounds.process) return false
          add(bytes)
          return true
        },
        free: () => add(-mine),
      }
    },
  }
}
