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

/** Stops the store, alters its tables, and starts it again on them. */
export async function alterLog(
  store: TestStore,
  work: (tables: LogTables) => Promise<void>,
): Promise<void> {
  await store.kill()
  const client = new pg.Client({ connectionString: store.databaseUrl })
  await client.connect()
  const select = async (where: string, value: string) =>
    (await client.query(`select ${COLUMNS} from events where ${where} order by position`, [value]))
      .rows as StoredEvent[]
  try {
    await work({
      ofType: (type) => select('type = $1', type),
      ofStream: (stream) => select('stream = $1', stream),
      async change({ position, ...event }, { data = event.data, meta = event.meta, type }) {
        await client.query(
          `update events set type = $2, data = convert_to($3, 'utf8'), meta = convert_to($4, 'utf8')
            where position = $1`,
          [position, type ?? event.type, JSON.stringify(data), JSON.stringify(meta)],
        )
      },
      async remove({ position }) {
        await client.query('delete from events where position = $1', [position])
      },
    })
  } finally {
    await client.end()
  }
  await store.restart()
}
