import { setTimeout as delay } from 'node:timers/promises'

/** Resolves early, without an error, when the signal aborts. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined)
}
