import type pg from 'pg'

/** An event by its place in its stream, which a copy of the log keeps. */
export type KnownEvent = {
  readonly stream: string
  readonly revision: bigint
  readonly event_id: string
}

/** What the installation knows of its log. It is kept in the vault's database and in no backup of the log. */
export type KnownLog = {
  /** A recent event; null while the log had none. */
  readonly event: KnownEvent | null
  /** Sends requested up to this log id go out only when released; null: none are suspended. */
  readonly suspended_to: number | null
  /** ISO 8601; null while none are suspended. */
  readonly suspended_at: string | null
  /** Whether DISPATCH was held. */
  readonly was_held: boolean
}

/** `version` is 0 and `known` null before anything was noted. `is_here`: whether the row was written where it is now. */
export type Recalled = {
  readonly known: KnownLog | null
  readonly version: number
  readonly is_here: boolean
}

/** The memory of the log, in the vault's database. */
export type LogMemory = {
  /** @throws VaultUnavailable */
  recall(): Promise<Recalled>
  /**
   * Replaces what was recalled.
   * @returns false when another process has replaced it since; then nothing is changed
   * @throws VaultUnavailable
   */
  note(known: KnownLog, recalled: Recalled): Promise<boolean>
}

/** A restored dump is in another server, or has made the table anew. A failover to a standby keeps all three. */
const PLACE = `(select system_identifier::text from pg_control_system()) || '/'
  || (select oid::text from pg_database where datname = current_database()) || '/'
  || 'known_log'::regclass::oid::text`

type Pool = Pick<pg.Pool, 'query'>

/** @param use runs statements once the vault's tables stand */
export function logMemory(pool: Pool, use: <T>(work: () => Promise<T>) => Promise<T>): LogMemory {
  return {
    recall: () => use(() => recall(pool)),
    note: (known, recalled) => use(() => note(pool, known, recalled)),
  }
}

/** Forgets the log: it counts as restored from now on. */
export async function forgetLog(client: Pool): Promise<void> {
  await client.query('delete from known_log')
}

type Row = {
  readonly version: string
  readonly is_here: boolean
  readonly stream: string | null
  readonly revision: string
  readonly event_id: string
  readonly suspended_to: string | null
  readonly suspended_at: Date | null
  readonly was_held: boolean
}

async function recall(pool: Pool): Promise<Recalled> {
  const { rows } = await pool.query<Row>(
    `select version, place = ${PLACE} as is_here, stream, revision, event_id, suspended_to, suspended_at, was_held
      from known_log`,
  )
  const [row] = rows
  if (row === undefined) return { known: null, version: 0, is_here: false }
  const { stream, event_id, suspended_to, suspended_at, was_held } = row
  const known = {
    event: stream === null ? null : { stream, revision: BigInt(row.revision), event_id },
    suspended_to: suspended_to === null ? null : Number(suspended_to),
    suspended_at: suspended_at === null ? null : new Date(suspended_at).toISOString(),
    was_held,
  }
  return { known, version: Number(row.version), is_here: row.is_here }
}

async function note(pool: Pool, known: KnownLog, { version }: Recalled): Promise<boolean> {
  const { event, suspended_to, suspended_at, was_held } = known
  const { rowCount } = await pool.query(
    `insert into known_log as k
        (version, place, stream, revision, event_id, suspended_to, suspended_at, was_held)
      values ($1::bigint + 1, ${PLACE}, $2, $3, $4, $5, $6, $7)
      on conflict (the_one) do update
      set (version, place, stream, revision, event_id, suspended_to, suspended_at, was_held) =
        (excluded.version, excluded.place, excluded.stream, excluded.revision, excluded.event_id,
          excluded.suspended_to, excluded.suspended_at, excluded.was_held)
      where k.version = $1`,
    [
      version,
      event?.stream ?? null,
      event?.revision ?? null,
      event?.event_id ?? null,
      suspended_to,
      suspended_at,
      was_held,
    ],
  )
  return rowCount === 1
}
