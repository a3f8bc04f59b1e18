import type { Found } from '@recado/contract/dashboard/find'
import { call } from '../../api/client.ts'

const POLL_MS = 250
const MAX_TRIES = 60

/** Resolves when a message can be found, or after 15 s: it comes through the provider's hook like any other. */
export async function waitForTrace(messageId: string): Promise<void> {
  for (let n = 0; n < MAX_TRIES; n++) {
    const { data } = await call<{ data: readonly Found[] }>('GET', `/find?q=${messageId}`)
    if (data.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
