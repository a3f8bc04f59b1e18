import { sleep } from '@recado/infra/concurrency/sleep'
import { withTimeout } from '@recado/infra/concurrency/with-timeout'
import { DEADLINES } from '@recado/infra/deadlines'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Nats } from '@recado/infra/nats/connect'
import { answersSelect } from '@recado/infra/postgres/answers-select'
import type { Pool } from '@recado/infra/postgres/run'
import type { Vault } from '@recado/infra/vault/vault'

export type Outage = { readonly what: string; readonly since: string }

export type Outages = {
  now(): Promise<readonly Outage[]>
  close(): Promise<void>
}

/** Resolves to true when the server answers; anything else, or a rejection, is an outage. */
type Check = () => Promise<boolean | string>

const LOOK_MS = 5_000

export type WatchedServers = {
  readonly store: Pick<EventStore, 'ping'>
  readonly pool: Pool
  readonly vault: Pick<Vault, 'answers'>
  readonly nats: Nats
}

export function watchServers({ store, pool, vault, nats }: WatchedServers): Outages {
  return watchOutages({
    eventstore: () => store.ping(DEADLINES.check),
    postgres: () => answersSelect(pool),
    vault: () => vault.answers(),
    nats: async () => nats.current() !== null,
  })
}

function watchOutages(checks: Readonly<Record<string, Check>>): Outages {
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
      await sleep(LOOK_MS, closing.signal)
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
    return (await withTimeout(DEADLINES.check, check())) === true
  } catch {
    return false
  }
}
