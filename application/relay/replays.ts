import { makeWhenMissing } from '@recado/infra/postgres/make-when-missing'
import type pg from 'pg'

const DDL = new URL('./replays.sql', import.meta.url)

export type Replay = { readonly id: string; readonly from: bigint }

/** Requests a replay of the relay. The request survives restarts until the relay has begun it. */
export async function requestReplay(
  pool: pg.Pool,
  { id, from }: Replay,
  asked_by: string,
): Promise<void> {
  const text = `with old as (
      delete from control.relay_replays where begun_at < now() - interval '90 days')
    insert into control.relay_replays (id, from_position, asked_by) values ($1, $2, $3)`
  await makeWhenMissing(pool, DDL, () => pool.query(text, [id, String(from), asked_by]))
}

/** The oldest requested replay that has not begun, other than `but`; null when there is none. */
export async function nextReplay(pool: pg.Pool, but: string | null): Promise<Replay | null> {
  const text = `select id, from_position as from from control.relay_replays
    where begun_at is null and id is distinct from $1 order by asked_at, id limit 1`
  const { rows } = await makeWhenMissing(pool, DDL, () =>
    pool.query<{ id: string; from: number }>({ name: 'next-replay', text, values: [but] }),
  )
  const [oldest] = rows
  return oldest === undefined ? null : { id: oldest.id, from: BigInt(oldest.from) }
}

/** Marks a replay as begun: from now on the stream itself leads to its end. */
export async function markReplayBegun(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('update control.relay_replays set begun_at = now() where id = $1', [id])
}
