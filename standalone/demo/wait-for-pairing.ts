import type { DemoAccount } from '@recado/contract/demo-file'
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
  const waits = waitsMs()
  for (const { api_key, connections } of accounts)
    for (const { id, type } of connections)
      while (type === 'freemium' && !(await isConnected(publicUrl, api_key, id))) {
        const { done, value } = waits.next()
        if (done) return
        await wait(value)
      }
}

/** Each twice as long as the one before it, up to the longest. */
function* waitsMs(): Generator<number, void> {
  let ms = FIRST_WAIT_MS
  for (let waited = 0; waited < ALL_WAITS_MS; waited += ms) {
    yield ms
    ms = Math.min(2 * ms, LONGEST_WAIT_MS)
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
