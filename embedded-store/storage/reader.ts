import pg from 'pg'
import { type Recorded, TOMBSTONE } from '../protocol/recorded.ts'
import { PAGE_BACKWARDS, PAGE_FORWARDS } from './all-page.ts'
import { PageCache } from './page-cache.ts'
import { COLUMNS, type EventRow, recordedFrom } from './row.ts'
import { SETTINGS } from './settings.ts'

const MAX_CONNECTIONS = 8

/** Milliseconds a read waits for a connection. */
const CONNECT_TIMEOUT_MS = 5000

export type Direction = 'forwards' | 'backwards'

export type StreamPageQuery = {
  readonly stream: string
  readonly direction: Direction
  /** Inclusive; backwards from above the head begins at the head. */
  readonly from: bigint
  readonly limit: number
}

/** A page of a stream, all of one snapshot. */
export type StreamPage = {
  readonly tombstoned: boolean
  readonly events: readonly Recorded[]
}

/** Reads committed events. Every method throws the error of Postgres when that is unreachable. */
export type Reader = {
  /** Events after (or before) a position, exclusive. Empty only at the end of the log. */
  allPage(from: bigint, direction: Direction): Promise<readonly Recorded[]>
  /** The readable part of a stream; null when there is no such stream, or it was deleted. */
  streamPage(query: StreamPageQuery): Promise<StreamPage | null>
  event(stream: string, revision: bigint): Promise<Recorded | null>
  holds(position: bigint): Promise<boolean>
  close(): Promise<void>
}

/** The head of a stream and its readable events. `$3` is the limit, `$4` the clock in milliseconds. */
const streamSql = (range: string, order: string) => `
  select s.tombstoned, s.truncate_before, ${COLUMNS}
  from streams s left join lateral (
    select * from events e
    where e.stream = s.stream and e.revision ${range}
      and e.revision >= greatest(s.truncate_before, s.last - s.max_count + 1)
      and e.revision <= s.last
      and (s.max_age is null or e.created > $4::bigint - s.max_age * 1000)
    order by e.revision ${order} limit $3
  ) e on not s.tombstoned
  where s.stream = $1 and (s.last >= 0 or s.tombstoned)`

const STREAM_FORWARDS = streamSql('>= $2', '')
const STREAM_BACKWARDS = streamSql('<= $2', 'desc')

type StreamPageRow = [boolean, string, ...EventRow] | [boolean, string, null]

export function openReader(url: string): Reader {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: SETTINGS,
  })
  pool.on('error', () => undefined)
  const rows = async <R extends unknown[]>(name: string, text: string, values: unknown[]) =>
    (await pool.query<R>({ name, text, values, rowMode: 'array' })).rows

  const pages = new PageCache()
  const events = async (name: string, text: string, from: bigint) =>
    (await rows<EventRow>(name, text, [from])).map(recordedFrom)

  const streamPage = async ({ stream, direction, from, limit }: StreamPageQuery) => {
    const text = direction === 'forwards' ? STREAM_FORWARDS : STREAM_BACKWARDS
    const values = [stream, from, limit, Date.now()]
    return pageOf(await rows<StreamPageRow>(`stream-${direction}`, text, values))
  }
  return {
    async allPage(from, direction) {
      if (direction === 'backwards') return events('all-backwards', PAGE_BACKWARDS, from)
      const known = pages.get(from)
      if (known) return known
      const page = await events('all-forwards', PAGE_FORWARDS, from)
      pages.add(from, page)
      return page
    },
    streamPage,
    async event(stream, revision) {
      const page = await streamPage({ stream, direction: 'forwards', from: revision, limit: 1 })
      const event = page?.events[0]
      return event?.revision === revision ? event : null
    },
    async holds(position) {
      const text = 'select from events where position = $1'
      return (await rows('holds', text, [position])).length === 1
    },
    close: () => pool.end(),
  }
}

/** A soft-deleted stream reads as if it did not exist. */
function pageOf(rows: readonly StreamPageRow[]): StreamPage | null {
  const first = rows[0]
  if (!first) return null
  const [tombstoned, truncateBefore] = first
  if (!tombstoned && BigInt(truncateBefore) === TOMBSTONE) return null
  return { tombstoned, events: rows.flatMap(eventOf) }
}

function eventOf([, , ...row]: StreamPageRow): Recorded[] {
  return row[0] === null ? [] : [recordedFrom(row)]
}
