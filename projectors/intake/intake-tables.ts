import type { RawEvent } from '@recado/application/intake/raw-event'
import { IS_BEYOND_A_BOUND } from '@recado/application/status/beyond-a-bound'
import { makeControlTables } from '@recado/infra/postgres/make-when-missing'
import type pg from 'pg'

const DDL = new URL('./intake-tables.sql', import.meta.url)

/** Many may be parked: a step of them is soon done. */
const MAX_STEP = 1_000

/** The last raw event that was worked on, with all before it. */
export type IntakeCheckpoint = { readonly position: bigint; readonly event_id: string }

/** Where intake is when all up to this event is done. */
export function placeOf({ position, id }: RawEvent): IntakeCheckpoint {
  return { position, event_id: id }
}

/** Creates the tables of intake unless they stand. Losing them costs time, nothing else. */
export async function createIntakeTables(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  await makeControlTables(client, DDL)
  await client.query('commit')
}

/** null before the first, or when it was lost. */
export async function readIntakeCheckpoint(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<IntakeCheckpoint | null> {
  const { rows } = await client.query('select position, event_id from control.intake_checkpoint')
  return rows.length === 0 ? null : { ...rows[0], position: BigInt(rows[0].position) }
}

/** Remembers how far intake is. */
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

/** An intent that could not be recorded. */
export type Parked = {
  readonly raw_event_id: string
  /** Which one of the raw event's, from 0. */
  readonly intent: number
  /** Of the raw event. */
  readonly position: bigint
}

/** Sets an intent aside that cannot be recorded, for an operator to look at; again, with what it failed of now. */
export async function parkIntent(
  client: Pick<pg.ClientBase, 'query'>,
  parked: Parked & { error: string },
): Promise<void> {
  await client.query({
    text: `insert into control.intake_parked (raw_event_id, intent, position, error)
      values ($1, $2, $3, $4) on conflict (raw_event_id, intent)
      do update set error = excluded.error, retried_at = now(), retry_asked_at = null`,
    values: [
      parked.raw_event_id,
      parked.intent,
      String(parked.position),
      // Postgres text cannot hold NUL.
      parked.error.replaceAll('\0', '').slice(0, 2_000),
    ],
  })
}

/** Asks for a retry of what was parked by a fault of ours: that may be mended. What breaks a bound breaks it again. */
export async function askForRetry(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(
    `update control.intake_parked set retry_asked_at = now() where not ${IS_BEYOND_A_BOUND}`,
  )
}

/** Parked intents that are to be tried again, oldest first, as many as make one step. */
export async function readAskedIntents(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<readonly Parked[]> {
  const { rows } = await client.query<Parked & { position: string }>(
    `select raw_event_id, intent, position from control.intake_parked
      where retry_asked_at is not null order by position, intent limit ${MAX_STEP}`,
  )
  return rows.map((row) => ({ ...row, position: BigInt(row.position) }))
}

/** Takes intents that were recorded after all off the list. */
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
