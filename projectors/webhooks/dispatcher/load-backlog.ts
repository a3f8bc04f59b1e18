import { OUTBOUND_BODY } from '@recado/application/read-models/outbound-events'
import { LEAST_POSITION } from '@recado/application/read-models/partitions'
import type pg from 'pg'
import type { DeliveryRow } from '../projection/delivery-rows.ts'
import { HOLDING_ATTEMPTS, type PendingDelivery, pendingDeliveryOf } from './pending-delivery.ts'
import type { Lease } from './shard-leases.ts'

/** A retry that no later delivery waits for: no queue keeps it in memory. */
const IS_LATE_AND_DUE = `d.status = 'failed' and d.next_at <= now() and d.attempts >= ${HOLDING_ATTEMPTS}`

/** Rows read before their size is known, and the size assumed for each, bytes. */
const FIRST_PAGE = 50
const TAKEN_FOR = 32 * 1024

export type DueQueue = {
  readonly connection_id: string
  readonly account_id: string
  readonly url: string
  readonly shard: number
  readonly last_ordinal: number
  /** Whether a late retry is due. After its attempt it stays true until the read models show the outcome. */
  readonly due: boolean
  /** Since when every attempt has failed; null when no pending delivery has failed yet. */
  readonly failing_since: string | null
  /** Whether that was noticed. */
  readonly failing_noticed: boolean
}

/**
 * The position of the read models' tables, what they are known by, and the webhooks of these shards with something to do.
 * An erasure that ended deliveries counts as other tables: they are dead there, wherever a dispatcher has them. Most end
 * none, and many at once empty the queues of a dispatcher once for each sweep.
 */
export async function sweepQueues(
  pool: pg.Pool,
  shards: readonly number[],
): Promise<{ position: bigint; tables: string; queues: readonly DueQueue[] }> {
  const { rows: progress } = await pool.query<{ position: number; tables: string }>({
    name: 'dispatch-progress',
    text: `select min(position) as position,
        concat_ws(' ', min(tableoid::text), (select max(ended) from erasures)) as tables from checkpoint`,
  })
  const { rows: queues } = await pool.query<DueQueue>({
    name: 'dispatch-sweep',
    text: `select id as connection_id, account_id, url, shard, last_ordinal,
        case when failing_since is not null and exists (
          select from deliveries d where d.connection_id = q.id and d.status = 'failed')
          then failing_since end as failing_since, failing_noticed,
        exists (select from deliveries d where ${IS_LATE_AND_DUE} and d.connection_id = q.id) as due
      from endpoint_queues q where shard = any($1) and active and pending > 0`,
    values: [shards],
  })
  const { position = -1, tables = '' } = progress[0] ?? {}
  return { position: BigInt(position), tables, queues }
}

export type Backlog = {
  /** In order: never attempted, or so few times that later deliveries of their conversations wait for them. */
  readonly next: readonly PendingDelivery[]
  /** Due retries that no other delivery waits for. */
  readonly late: readonly PendingDelivery[]
  /** Pending deliveries without a body, such as one whose raw event is gone: nothing can be sent of them. */
  readonly bodiless: readonly DeliveryRow[]
  /** Everything pending up to this ordinal was read. */
  readonly through: number
  readonly last_ordinal: number
  /** How far the read models were: they show all deliveries up to there. */
  readonly position: number
  readonly resumed_at: string | null
}

/**
 * Reads the pending deliveries of a webhook after an ordinal.
 * @param of.since position that the read models must have reached; before it they are being rebuilt
 * @returns null when another dispatcher owns the shard, or the read models are behind
 */
export async function loadBacklog(
  pool: pg.Pool,
  of: {
    connectionId: string
    owner: string
    lease: Lease
    since: bigint
    after: number
    limit: number
    bytes: number
  },
): Promise<Backlog | null> {
  // Reads the queue's counters before its rows: every delivery they count is then visible to the queries that follow.
  const { rows: queues } = await pool.query<
    Pick<Backlog, 'last_ordinal' | 'resumed_at' | 'position'>
  >({
    name: 'dispatch-queue',
    text: `select q.last_ordinal, q.resumed_at, c.position from endpoint_queues q, control.delivery_shards s,
        (${LEAST_POSITION}) c
      where q.id = $1 and s.shard = $2 and s.owner = $3 and s.epoch = $4 and s.expires_at > now()
        and c.position >= $5`,
    values: [of.connectionId, of.lease.shard, of.owner, of.lease.fencing_token, of.since],
  })
  const [queue] = queues
  if (queue === undefined) return null
  const next = await readWithin(of, (limit, have) => {
    const after = have.at(-1)?.ordinal ?? of.after
    return select(pool, 'dispatch-next', NEXT, [of.connectionId, after, limit])
  })
  const late = await readWithin(of, (limit, have) =>
    select(pool, 'dispatch-late', LATE, [of.connectionId, limit, have.length]),
  )
  const through = next.more ? (next.read.at(-1)?.ordinal ?? of.after) : queue.last_ordinal
  const bodiless = [...next.read, ...late.read].filter(({ body }) => body === null)
  return { next: pendingOf(next.read), late: pendingOf(late.read), bodiless, through, ...queue }
}

type StoredDelivery = DeliveryRow & { readonly body: string | null }

function pendingOf(rows: readonly StoredDelivery[]): PendingDelivery[] {
  return rows.flatMap((row) => (row.body === null ? [] : [pendingDeliveryOf(row, row.body)]))
}

/** Reads a few rows to learn their size, then as many as there is room for. */
async function readWithin(
  { limit, bytes }: { limit: number; bytes: number },
  read: (limit: number, have: readonly StoredDelivery[]) => Promise<StoredDelivery[]>,
): Promise<{ readonly read: readonly StoredDelivery[]; readonly more: boolean }> {
  const all: StoredDelivery[] = []
  let size = 0
  for (let page = Math.min(FIRST_PAGE, Math.ceil(bytes / TAKEN_FOR)); ; ) {
    const asked = Math.min(page, limit - all.length)
    const some = await read(asked, all)
    all.push(...some)
    for (const { body } of some) size += Buffer.byteLength(body ?? '')
    if (some.length < asked) return { read: all, more: false }
    page = Math.floor(((bytes - size) / size) * all.length)
    if (all.length >= limit || page < 1) return { read: all, more: true }
  }
}

const COLUMNS = `d.*, coalesce(d.test_body, ${OUTBOUND_BODY}) as body`
const FROM = 'from deliveries d left join outbound_events e on e.id = d.event_id'
const NEXT = `select ${COLUMNS} ${FROM}
  where d.connection_id = $1 and d.ordinal > $2 and d.status in ('pending', 'failed')
    and d.attempts < ${HOLDING_ATTEMPTS}
  order by d.ordinal limit $3`
const LATE = `select ${COLUMNS} ${FROM} where ${IS_LATE_AND_DUE} and d.connection_id = $1
  order by d.next_at, d.id limit $2 offset $3`

async function select(pool: pg.Pool, name: string, text: string, values: unknown[]) {
  return (await pool.query<StoredDelivery>({ name, text, values })).rows
}
