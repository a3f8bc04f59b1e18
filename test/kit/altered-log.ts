import type { Config } from '@recado/infra/config'
import type { FactMetadata, NewEvent } from '@recado/infra/event-store/event-store'
import { opened, sealingWith } from '@recado/infra/event-store/sealing'
import type { FactKeys } from '@recado/infra/sealing/fact-keys'
import { openVault } from '@recado/infra/vault/open-vault'
import pg from 'pg'
import type { TestStore } from './event-store.ts'

type Json = Record<string, unknown>

/** One row of the embedded store's table of events. */
export type StoredEvent = {
  readonly position: string
  readonly stream: string
  readonly revision: string
  readonly id: string
  readonly type: string
  readonly data: Json
  readonly meta: Json
}

type Changed = { readonly data: object; readonly meta: object }

/** Reads and changes the event table behind a log, for tests which prove that tampering is found. */
export type LogTables = {
  /** All events of a type, in log order. */
  ofType(type: string): Promise<readonly StoredEvent[]>
  /** All events of a stream. */
  ofStream(stream: string): Promise<readonly StoredEvent[]>
  /** Replaces the data, the metadata or the type of a stored event. */
  change(event: StoredEvent, to: { data?: object; meta?: object; type?: string }): Promise<void>
  remove(event: StoredEvent): Promise<void>
}

const COLUMNS = `position, stream, revision, id, type,
  convert_from(data, 'utf8')::json as data, convert_from(meta, 'utf8')::json as meta`

/** Stops the store, alters its tables, and starts it again on them. Facts are opened, and sealed again once they are changed. */
export async function alterLog(
  store: TestStore,
  config: Pick<Config, 'VAULT_URL' | 'VAULT_KEY' | 'VAULT_KEY_BEFORE' | 'FACT_KEYS'>,
  work: (tables: LogTables) => Promise<void>,
): Promise<void> {
  await store.kill()
  const vault = openVault(config)
  const client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  const select = async (where: string, value: string) => {
    const text = `select ${COLUMNS} from events where ${where} order by position`
    const { rows } = await client.query<StoredEvent>(text, [value])
    return Promise.all(rows.map((row) => openedRow(vault.factKeys, row)))
  }
  try {
    await work({
      ofType: (type) => select('type = $1', type),
      ofStream: (stream) => select('stream = $1', stream),
      async change({ position, ...event }, to) {
        const { type, data, metadata } = await sealedAgain(vault.factKeys, { ...event, ...to })
        await client.query(
          `update events set type = $2, data = convert_to($3, 'utf8'), meta = convert_to($4, 'utf8')
            where position = $1`,
          [position, type, JSON.stringify(data), JSON.stringify(metadata)],
        )
      },
      async remove({ position }) {
        await client.query('delete from events where position = $1', [position])
      },
    })
  } finally {
    await vault.close()
    await client.end()
  }
  await store.restart()
}

async function sealedAgain(
  keys: FactKeys,
  { stream, id, type, data, meta }: Omit<StoredEvent, 'position' | 'data' | 'meta'> & Changed,
): Promise<NewEvent> {
  const event = { id, type, data, metadata: meta as FactMetadata }
  const [sealed = event] = await sealingWith(keys).seal(stream, [event])
  return sealed
}

async function openedRow(keys: FactKeys, row: StoredEvent): Promise<StoredEvent> {
  const { kid: _, said_kid: __, ...meta } = row.meta
  const metadata = row.meta as FactMetadata
  const { data } = opened(row, row.data, metadata, await sealingWith(keys).find(metadata))
  return { ...row, data: data as Json, meta }
}
