import { sleep } from '@recado/infra/concurrency/sleep'
import pg from 'pg'
import { metaStream } from '../log/stream-name.ts'
import { NEVER_WRITTEN, type StreamState } from '../log/stream-state.ts'
import type { Draft } from '../protocol/draft.ts'
import type { Written } from '../protocol/recorded.ts'
import { type Committed, commitQuery } from './commit.ts'
import { SCHEMA } from './schema.ts'
import { SETTINGS } from './settings.ts'

/** An advisory lock key used nowhere else; its holder is the writer of this database. */
export const WRITER_LOCK = 7_265_632

/** The whole commit was refused: another writer took over, or the log ends elsewhere than expected. */
class Fenced extends Error {
  constructor() {
    super('another event store has written to this database; its log is read again')
    this.name = 'Fenced'
  }
}

export type Tail = {
  readonly end: bigint
  /** Position and id of the last record; 0 and null in an empty log. */
  readonly head: bigint
  readonly id: string | null
}

/** The one connection that writes. It is the only writer for as long as it lives. */
export type Session = {
  /** Where the log ended when the session began. */
  readonly tail: Tail
  /**
   * Resolves when the draft is committed and on disk.
   * @param assumed streams that the draft took for new; the statement judges that
   * @returns false when one of these exists: nothing was written
   * @throws Fenced, or the error of Postgres
   */
  commit(draft: Draft, end: bigint, assumed: readonly string[]): Promise<boolean>
  states(streams: readonly string[]): Promise<Map<string, StreamState>>
  /** Events of a stream from a revision on, at most `count`. */
  writtenFrom(stream: string, revision: bigint, count: number): Promise<Written[]>
  close(): Promise<void>
}

/**
 * Becomes the writer of the database: creates the tables, takes the lock and a new epoch. When this resolves, an
 * earlier writer's commit in flight is settled: it is in the log, or never will be.
 * @throws when another process keeps the lock for more than `timeoutMs` milliseconds
 */
export async function openSession(url: string, timeoutMs: number): Promise<Session> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, options: SETTINGS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await takeLock(client, timeoutMs)
    await client.query(SCHEMA)
    const epoch = await nextEpoch(client)
    return sessionOn(client, epoch, await readTail(client))
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/**
 * Whether Postgres itself refused the statement, so that nothing is written. Errors of classes 08, 57, 58 and XX end
 * the connection and leave the outcome open.
 */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return !/^(08|57|58|XX)/.test(error.code ?? '08')
}

async function takeLock(client: pg.Client, timeoutMs: number): Promise<void> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [WRITER_LOCK])
    if (rows[0]?.mine) return
    if (Date.now() > until) {
      throw new Error(
        'another event store writes to this database; stop it, or give this one its own DATABASE_URL',
      )
    }
    await sleep(50)
  }
}

/** Waits for a commit in flight, by its row lock, then fences every later commit of an older epoch. */
async function nextEpoch(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ epoch: string }>(
    'update writer set epoch = epoch + 1 returning epoch',
  )
  return rows[0]?.epoch ?? '0'
}

async function readTail(client: pg.Client): Promise<Tail> {
  const { rows } = await client.query<{
    log_end: string
    position: string | null
    id: string | null
  }>(
    `select log_end, e.position, e.id from writer
      left join (select position, id from events order by position desc limit 1) e on true`,
  )
  const row = rows[0]
  if (!row) throw new Error('the table writer is empty; this database is not one of an event store')
  return { end: BigInt(row.log_end), head: BigInt(row.position ?? 0), id: row.id }
}

function sessionOn(client: pg.Client, epoch: string, tail: Tail): Session {
  return {
    tail,
    async commit(draft, from, assumed) {
      const { rows } = await client.query<Committed>(commitQuery(draft, epoch, from, assumed))
      const [answer] = rows
      if (answer?.misjudged) return false
      if (!answer?.done) throw new Fenced()
      return true
    },
    states: (streams) => readStates(client, streams),
    writtenFrom: (stream, revision, count) => readWritten(client, stream, revision, count),
    close: () => client.end(),
  }
}

const STATES = `
  select n.stream, s.last, coalesce(s.tombstoned, false), m.last, e.data
  from unnest($1::text[], $2::text[]) n (stream, meta)
  left join streams s on s.stream = n.stream
  left join streams m on m.stream = n.meta
  left join events e on e.stream = n.meta and e.revision = m.last`

type StateRow = [string, string | null, boolean, string | null, Buffer | null]

async function readStates(
  client: pg.Client,
  streams: readonly string[],
): Promise<Map<string, StreamState>> {
  const { rows } = await client.query<StateRow>({
    name: 'states',
    text: STATES,
    values: [streams, streams.map(metaStream)],
    rowMode: 'array',
  })
  return new Map(rows.map((row) => [row[0], stateOf(row)]))
}

function stateOf([, last, tombstoned, metaLast, metaData]: StateRow): StreamState {
  if (last === null && metaLast === null) return { ...NEVER_WRITTEN, tombstoned }
  return { last: BigInt(last ?? -1), tombstoned, metaLast: BigInt(metaLast ?? -1), metaData }
}

async function readWritten(
  client: pg.Client,
  stream: string,
  revision: bigint,
  count: number,
): Promise<Written[]> {
  const { rows } = await client.query<[string, string, string]>({
    name: 'written-from',
    text: `select id, revision, position from events
      where stream = $1 and revision >= $2 order by revision limit $3`,
    values: [stream, revision, count],
    rowMode: 'array',
  })
  return rows.map(([id, at, position]) => ({
    id,
    stream,
    revision: BigInt(at),
    position: BigInt(position),
  }))
}
