import { withTimeout } from './concurrency/with-timeout.ts'
import { DEADLINES } from './deadlines.ts'
import type { EventStore } from './event-store/event-store.ts'
import { checkJetStream } from './nats/check-jetstream.ts'
import type { Nats } from './nats/connect.ts'
import { answersSelect } from './postgres/answers-select.ts'
import type { Pool } from './postgres/run.ts'
import type { Vault } from './vault/vault.ts'

/** Checks a server or a part: true when it works, a text when it answers but does not work. Rejects without an answer. */
export type Check = () => Promise<boolean | string>

/** The servers that a process works with. */
export type Servers = {
  readonly store: Pick<EventStore, 'ping' | 'refusesAppends'>
  readonly pool: Pool
  readonly vault: Pick<Vault, 'answers'>
  readonly nats: Pick<Nats, 'current'>
}

export function serverChecks({ store, pool, vault, nats }: Servers) {
  return {
    ...requiredChecks({ store, pool }),
    vault: () => vault.answers(),
    nats: () => checkJetStream(nats),
  } satisfies Readonly<Record<string, Check>>
}

/** The checks of the servers without which most of the work stops. */
export function requiredChecks({ store, pool }: Pick<Servers, 'store' | 'pool'>) {
  return {
    async eventstore() {
      if (!(await store.ping(DEADLINES.check))) return false
      return store.refusesAppends()
        ? 'the event store answers reads but refuses appends; check its disk'
        : true
    },
    postgres: () => answersSelect(pool),
  } satisfies Readonly<Record<string, Check>>
}

/** The result of a check; false when it fails or takes too long. */
export async function runCheck(check: Check): Promise<boolean | string> {
  return withTimeout(DEADLINES.check, check()).catch(() => false)
}
