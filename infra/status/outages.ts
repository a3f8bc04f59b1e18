import { pause, within } from '../event-store/patience.ts'
import type { Check } from '../http/health.ts'

/** A server that does not answer, and since when. */
export type Outage = { readonly what: string; readonly since: string }

/** Keeps an eye on servers, so that it can be told since when one is away. */
export type Outages = {
  /** Asks all of them now. */
  now(): Promise<readonly Outage[]>
  close(): Promise<void>
}

const PATIENCE_MS = 2_000
const LOOK_MS = 5_000

/** Begins to look at once, and every five seconds. */
export function watchOutages(checks: Readonly<Record<string, Check>>): Outages {
  const since = new Map<string, string>()
  const closing = new AbortController()
  const look = async () => {
    await Promise.all(
      Object.entries(checks).map(async ([what, check]) => {
        if (await passes(check)) since.delete(what)
        else if (!since.has(what)) since.set(what, new Date().toISOString())
      }),
    )
    return [...since].map(([what, at]) => ({ what, since: at }))
  }
  const looking = (async () => {
    while (!closing.signal.aborted) {
      await look()
      await pause(LOOK_MS, closing.signal)
    }
  })()
  return {
    now: look,
    async close() {
      closing.abort()
      await looking
    },
  }
}

async function passes(check: Check): Promise<boolean> {
  try {
    return (await within(PATIENCE_MS, check())) === true
  } catch {
    return false
  }
}
