import { type PersonIds, personIds } from '@recado/application/person-ids'
import { openReadModelsPool } from '@recado/application/services'
import type { Config } from '@recado/infra/config'
import { DEADLINES } from '@recado/infra/deadlines'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { openPatientLog } from '@recado/infra/event-store/patient-log'
import { BY_INDEX } from '@recado/infra/postgres/pool'
import { readIdSecret } from '@recado/infra/vault/id-secret'
import type { Vault } from '@recado/infra/vault/vault'
import type pg from 'pg'
import { openPatientVault, patientPool } from './patience.ts'

/** The settings and servers of a tool. Each server is connected on its first use. */
export type ToolServices = {
  readonly config: Config
  readonly store: EventStore
  readonly vault: Vault
  readonly personIds: PersonIds
  /** Connections to the read models, which give positions in the log. Only the log proves what is there. */
  readonly pool: Pick<pg.Pool, 'query'>
}

/** Does work with the servers, and closes them afterwards. */
export async function withServices<T>(
  config: Config,
  work: (services: ToolServices) => Promise<T>,
): Promise<T> {
  const ends: (() => unknown)[] = []
  const closeFirst = (end: () => unknown) => void ends.unshift(end)
  const vault = openPatientVault(config)
  closeFirst(() => vault.close())
  const store = openPatientLog(config.EVENTSTORE_URL, vault.factKeys)
  closeFirst(() => store.close())
  const pool = openReadModelsPool(
    { config, closeFirst },
    { session: BY_INDEX, dialMs: DEADLINES.tool },
  )
  try {
    const ids = personIds(await readIdSecret(vault))
    return await work({ config, store, vault, personIds: ids, pool: patientPool(pool) })
  } finally {
    for (const end of ends) await end()
  }
}
