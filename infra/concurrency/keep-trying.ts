import type { Logger } from 'pino'
import { doublingWait } from './backoff.ts'
import { sleep } from './sleep.ts'

const MAX_WAIT_MS = 5_000

/** Repeats work until it succeeds, ever more slowly, and logs each failure so that a start can be followed. */
export async function keepTrying<T>(log: Logger, what: string, work: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      const result = await work()
      if (failures > 0) log.info(`${what}: succeeded`)
      return result
    } catch (err) {
      log.warn({ err }, `${what}: failed; trying again`)
      await sleep(doublingWait(failures, 250, MAX_WAIT_MS))
    }
  }
}
