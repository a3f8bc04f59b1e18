import type { RawEvent } from '@recado/application/intake/raw-event'
import type { Partition } from '@recado/application/read-models/partitions'
import { IS_BEYOND_A_BOUND } from '@recado/application/status/beyond-a-bound'
import { makeControlTables } from '@recado/infra/postgres/make-when-missing'
import type pg from 'pg'

const DDL = new URL('./intake-tables.sql', import.meta.url)

const MAX_STEP = 1_000

/**
 * The last raw event that is done with all events before it.
 * @property event_id null of a raw event of another partition, which was not parsed
 */
export type IntakeCheckpoint = { readonly position: bigint; readonly event_id: string | null }

export function placeOf({ position, id }: RawEvent): IntakeCheckpoint {
  return { position, event_id: id }
}

/** Creates the tables of intake if they are missing. Losing them costs time, nothing else. */
export async function createIntakeTables(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  await makeControlTables(client, DDL)
  await client.query('commit')
}

export async function readIntakeCheckpoint(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<IntakeCheckpoint | null> {
  const { rows } = await client.query('select position, event_id from control.intake_checkpoint')
  return rows.length === 0 ? null : { ...rows[0], position: BigInt(rows[0].position) }
}

export async function saveIntakeCheckpoint(
  client: Pick<pg.ClientBase, 'query'>,
  { position, event_id }: IntakeCheckpoint,
): Promise<void> {
  await client.query({
    name: 'intake-checkpoint',
    text: `insert into control.intake_checkpoint (id, position, event_id) values (1, $1, $2)
      on conflict (id) do update set position = excluded.position, event_id = excluded.event_id`,
    values: [String(position), event_id],
  })
}

export type Parked = {
  readonly raw_event_id: string
  /** Its index among the intents of the raw event, from 0. */
  readonly intent: number
  readonly position: bigint
}

/** Parks an intent for an operator to look at. Parked again, it gets the new error. */
export async function parkIntent(
  client: Pick<pg.ClientBase, 'query'>,
  parked: Parked & { account_id: string | null; error: string },
): Promise<void> {
  await client.query({
    text: `insert into control.intake_parked (raw_event_id, intent, position, error, account_id)
      values ($1, $2, $3, $4, $5) on conflict (raw_event_id, intent)
      do update set error = excluded.error, account_id = excluded.account_id, retried_at = now(), retry_asked_at = null`,
    values: [
      parked.raw_event_id,
      parked.intent,
      String(parked.position),
      // Postgres text cannot hold NUL.
      parked.error.replaceAll('\0', '').slice(0, 2_000),
      parked.account_id,
    ],
  })
}

/**
 * Requests a retry of a partition's intents that were parked by a fault of ours, which may be fixed by now; those beyond a
 * bound stay parked.
 */
export async function requestRetry(
  client: Pick<pg.ClientBase, 'query'>,
  partition: Partition,
): Promise<void> {
  await client.query(
    `update control.intake_parked set retry_asked_at = now()
      where not ${IS_BEYOND_A_BOUND}${andIn(partition)}`,
  )
}

export async function readIntentsToRetry(
  client: Pick<pg.ClientBase, 'query'>,
  partition: Partition,
): Promise<readonly Parked[]> {
  const { rows } = await client.query<Parked & { position: string }>(
    `select raw_event_id, intent, position from control.intake_parked
      where retry_asked_at is not null${andIn(partition)} order by position, intent limit ${MAX_STEP}`,
  )
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }))
}

/** SQL: only rows of the partition, as `partitionOf` divides accounts. */
function andIn({ index, count }: Partition): string {
  if (count === 1) return ''
  const bucket = `coalesce(('x' || left(account_id::text, 8))::bit(32)::bigint, 0)`
  return ` and ${bucket} % ${count} = ${index}`
}

export async function unparkIntents(
  client: Pick<pg.ClientBase, 'query'>,
  parked: readonly Parked[],
): Promise<void> {
  await client.query({
    text: `delete from control.intake_parked p using unnest($1::uuid[], $2::int[]) r (id, intent)
      where p.raw_event_id = r.id and p.intent = r.intent`,
    values: [parked.map((of) => of.raw_event_id), parked.map((of) => of.intent)],
  })
}
