import type { DemoAccount } from '@recado/contract/demo-file'
import { sleep } from '@recado/infra/concurrency/sleep'

const MAX_WAIT_MS = 15_000

/**
 * Waits until the seeded sessions are paired at the gateway, so that a first send succeeds. A real gateway needs a
 * person for that: after `PATIENCE_MS` the start continues without.
 */
export async function waitForPairing(
  publicUrl: string,
  accounts: readonly DemoAccount[],
): Promise<void> {
  const deadline = Date.now() + MAX_WAIT_MS
  for (const { api_key, connections } of accounts)
    for (const { id, type } of connections)
      while (type === 'freemium' && !(await isConnected(publicUrl, api_key, id))) {
        if (Date.now() > deadline) return
        await sleep(100)
      }
}

async function isConnected(publicUrl: string, key: string, id: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${publicUrl}/api/v1/connections/${id}`, { headers })
  return (await answer.text()).includes('"status":"connected"')
}
