import { openReadModelsPool } from '@recado/application/services'
import type { Config } from '@recado/infra/config'
import { DEADLINES } from '@recado/infra/deadlines'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { BY_INDEX } from '@recado/infra/postgres/pool'
import { openVault } from '@recado/infra/vault/open-vault'
import type { Vault } from '@recado/infra/vault/vault'
import type pg from 'pg'

/** What a tool works with; each part dials on its first use. */
export type ToolServices = {
  readonly config: Config
  readonly store: EventStore
  readonly vault: Vault
  /** Connections to the read models: they tell where in the log something stands, and the log proves it. */
  readonly pool: pg.Pool
}

/** Lends the services to some work, and closes them after it. */
export async function withServices<T>(
  config: Config,
  work: (services: ToolServices) => Promise<T>,
): Promise<T> {
  const ends: (() => unknown)[] = []
  const closeFirst = (end: () => unknown) => void ends.unshift(end)
  const { store } = connectEventStore(config.EVENTSTORE_URL)
  closeFirst(() => store.close())
  const vault = openVault(config, { answerMs: DEADLINES.tool })
  closeFirst(() => vault.close())
  const pool = openReadModelsPool(
    { config, closeFirst },
    { session: BY_INDEX, dialMs: DEADLINES.tool },
  )
  try {
    return await work({ config, store, vault, pool })
  } finally {
    for (const end of ends) await end()
  }
}
