import type { DemoAccount } from '@recado/contract/demo-file'
import { doublingWait } from '@recado/infra/concurrency/backoff'
import { sleep } from '@recado/infra/concurrency/sleep'

const FIRST_WAIT_MS = 100
/** Each question is one of the 120 calls that the newcomer's key has in its first minute. */
const LONGEST_WAIT_MS = 2_000
const ALL_WAITS_MS = 15_000
const ANSWER_MS = 5_000

/**
 * Waits until the seeded sessions are paired at the gateway, so that a first send succeeds. A real gateway needs a
 * person for that: after `ALL_WAITS_MS` the start continues without.
 * @param wait how the time between two questions passes
 */
export async function waitForPairing(
  publicUrl: string,
  accounts: readonly DemoAccount[],
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  let waitedMs = 0
  let asked = 0
  for (const { api_key, connections } of accounts)
    for (const { id, type } of connections)
      while (type === 'freemium' && !(await isConnected(publicUrl, api_key, id))) {
        if (waitedMs >= ALL_WAITS_MS) return
        const ms = doublingWait(asked++, FIRST_WAIT_MS, LONGEST_WAIT_MS)
        await wait(ms)
        waitedMs += ms
      }
}

/** @returns false as well without an answer */
async function isConnected(publicUrl: string, key: string, id: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` }
  const signal = AbortSignal.timeout(ANSWER_MS)
  return fetch(`${publicUrl}/api/v1/connections/${id}`, { headers, signal })
    .then(async (answer) => (await answer.text()).includes('"status":"connected"'))
    .catch(() => false)
}
