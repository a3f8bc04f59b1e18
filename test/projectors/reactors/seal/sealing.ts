import { randomBytes, randomUUID } from 'node:crypto'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { connectEventStore, type Log } from '@recado/infra/event-store/eventstoredb'
import { openPool } from '@recado/infra/postgres/pool'
import { type Run, runOn } from '@recado/infra/postgres/run'
import { migrateVault, postgresVault } from '@recado/infra/vault/postgres-vault'
import type { Vault } from '@recado/infra/vault/vault'
import { runProjector } from '@recado/projectors/engine/run-projector'
import { runSeal } from '@recado/projectors/reactors/seal/run-seal'
import { sealsProjection } from '@recado/projectors/read-models/seals'
import pino from 'pino'
import type { Test } from 'tap'
import { startStore, type TestStore } from '../../../kit/event-store.ts'
import { testDatabase } from '../../../kit/postgres.ts'

/** What the parts have logged as a fault. */
export const faults: string[] = []

const log = pino({ level: 'warn' }, { write: (line) => void faults.push(line) })

/** A log with a vault, and nothing that follows it. */
export type SealedLog = Log & { readonly server: TestStore; readonly vault: Vault }

export async function startSealedLog(t: Test): Promise<SealedLog> {
  const database = await testDatabase('seal_vault')
  await migrateVault(database.url)
  const masterKey = randomBytes(32)
  const vault = postgresVault({ url: database.url, masterKey, keyBefore: null })
  const server = await startStore('seal_store')
  const opened = connectEventStore(server.url, { keys: vault.factKeys })
  t.teardown(async () => {
    await opened.store.close()
    await server.stop()
    await vault.close()
    await database.drop()
  })
  return { ...opened, server, vault }
}

/** Read models and a process that seals, over a log; the clock stands where the test says. */
export type Sealing = {
  readonly run: Run
  /** Where other parts find the read models. */
  readonly where: { readonly databaseUrl: string; readonly schema: string }
  /** Lets the clock go on. */
  pass(minutes: number): void
  /** How often the process has said that it works. */
  recoveries(): number
  end(): Promise<void>
}

export async function startSealing(
  t: Test,
  { store, vault }: { readonly store: EventStore; readonly vault: Vault },
  from = new Date(),
): Promise<Sealing> {
  const database = await testDatabase('seal_read')
  const [schema, databaseUrl] = ['read_1', database.url]
  const pool = openPool(databaseUrl, { max: 2, searchPath: schema })
  const stopping = new AbortController()
  const of = { store, vault, databaseUrl, schema, log, signal: stopping.signal }
  let now = from
  let recoveries = 0
  const done = Promise.all([
    runProjector({ ...of, projections: [sealsProjection] }),
    runSeal({
      ...{ ...of, now: () => now, newId: randomUUID },
      onRecovered: () => {
        recoveries += 1
      },
      config: { SEAL_MINUTES: 60, PUBLIC_URL: 'https://api.example' },
    }),
  ])
  const end = async () => {
    stopping.abort()
    await done
  }
  t.teardown(async () => {
    await end()
    await pool.end()
    await database.drop()
  })
  return {
    ...{ run: runOn(pool), end, recoveries: () => recoveries },
    where: { databaseUrl, schema },
    pass(minutes) {
      now = new Date(now.getTime() + minutes * 60_000)
    },
  }
}
