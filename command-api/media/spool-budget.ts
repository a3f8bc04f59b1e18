import type { SharedRate } from '@recado/infra/concurrency/shared-rate'
import { sleep } from '@recado/infra/concurrency/sleep'

/** How many bytes running uploads may have on disk, of one account and of the whole process. */
const MAX_ACCOUNT_BYTES = 300 * 1024 * 1024
const MAX_PROCESS_BYTES = 2 * 1024 * 1024 * 1024

/** The disk space of one upload, taken as its bytes arrive. */
export type SpoolSpace = {
  /** Resolves when the account's rate allows so many bytes more. */
  waitTurn(bytes: number): Promise<void>
  /** Takes space for so many bytes more. @returns false when the account or the process has none left */
  take(bytes: number): boolean
  free(): void
}

/** Divides the disk among a process's uploads, so that stalled uploads of one account leave space for the others. */
export type SpoolBudget = {
  open(accountId: string): SpoolSpace
}

/** @param rate of each account, in bytes @param bounds in bytes; only tests change them */
export function spoolBudget(
  rate: SharedRate,
  bounds: { account: number; process: number } = {
    account: MAX_ACCOUNT_BYTES,
    process: MAX_PROCESS_BYTES,
  },
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
        async waitTurn(bytes) {
          const wait = rate.take(accountId, bytes)
          if (wait > 0) await sleep(wait)
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
