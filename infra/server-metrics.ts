import type { Registry } from 'prom-client'
import { askedByLabel } from './asked-gauges.ts'
import { withTimeout } from './concurrency/with-timeout.ts'
import { DEADLINES } from './deadlines.ts'
import type { EventStore } from './event-store/event-store.ts'
import type { Nats } from './nats/connect.ts'
import { answersSelect } from './postgres/answers-select.ts'
import type { Pool } from './postgres/run.ts'
import type { Vault } from './vault/vault.ts'

type Servers = {
  readonly store: Pick<EventStore, 'ping'>
  readonly pool: Pool
  readonly vault: Pick<Vault, 'answers'>
  readonly nats: Pick<Nats, 'current'>
}

/** Adds a gauge of whether each server answers this process, checked at each collection. */
export function serverMetrics(registry: Registry, { store, pool, vault, nats }: Servers): void {
  const checks: Readonly<Record<string, () => Promise<boolean>>> = {
    eventstore: () => store.ping(DEADLINES.check),
    postgres: () => answersSelect(pool),
    vault: () => vault.answers(),
    nats: async () => nats.current() !== null,
  }
  askedByLabel({
    ...{ registry, name: 'recado_server_up', label: 'server' },
    help: 'Whether a server answers this process: 1 or 0.',
    async ask() {
      const asked = Object.entries(checks).map(async ([server, check]) => [
        server,
        await answers(check),
      ])
      return Object.fromEntries(await Promise.all(asked)) as Record<string, number>
    },
  })
}

async function answers(check: () => Promise<boolean>): Promise<0 | 1> {
  const passed = await withTimeout(DEADLINES.check, check()).catch(() => false)
  return passed ? 1 : 0
}
