import { sleep } from '@recado/infra/concurrency/sleep'
import { type Check, runCheck, type Servers, serverChecks } from '@recado/infra/server-checks'

/** A server that does not work, since when, and why. */
export type Outage = {
  readonly what: string
  readonly since: string
  readonly why: string
  /** Whether it still answers queries. */
  readonly answers: boolean
}

/** The outages of watched servers. */
export type Outages = {
  /** Checks all of them now. */
  now(): Promise<readonly Outage[]>
  close(): Promise<void>
}

const CHECK_INTERVAL_MS = 5_000

/** Checks servers again and again, so that it is known since when one does not work. */
export function watchServers(servers: Servers): Outages {
  return watchOutages(serverChecks(servers))
}

function watchOutages(checks: Readonly<Record<string, Check>>): Outages {
  const outages = new Map<string, Outage>()
  const closing = new AbortController()
  const checkAll = async () => {
    await Promise.all(
      Object.entries(checks).map(async ([what, check]) => {
        const passed = await runCheck(check)
        const since = outages.get(what)?.since ?? new Date().toISOString()
        if (passed === true) outages.delete(what)
        else outages.set(what, { what, since, ...whyOf(passed) })
      }),
    )
    return [...outages.values()]
  }
  const looking = (async () => {
    while (!closing.signal.aborted) {
      await checkAll()
      await sleep(CHECK_INTERVAL_MS, closing.signal)
    }
  })()
  return {
    now: checkAll,
    async close() {
      closing.abort()
      await looking
    },
  }
}

function whyOf(passed: string | false): Pick<Outage, 'why' | 'answers'> {
  return passed === false
    ? { why: 'the server does not answer', answers: false }
    : { why: passed, answers: true }
}
