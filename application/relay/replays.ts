import { makeWhenMissing } from '@recado/infra/postgres/make-when-missing'
import type pg from 'pg'

const DDL = new URL('./replays.sql', import.meta.url)

/** Facts to be published again: all from this position on. */
export type Replay = { readonly id: string; readonly from: bigint }

/** Asks the relay for a replay. It stands until the relay has begun with it, over any restart. */
export async function askForReplay(
  pool: pg.Pool,
  { id, from }: Replay,
  asked_by: string,
): Promise<void> {
  const text = `with old as (
      delete from control.relay_replays where begun_at < now() - interval '90 days')
    insert into control.relay_replays (id, from_position, asked_by) values ($1, $2, $3)`
  await makeWhenMissing(pool, DDL, () => pool.query(text, [id, String(from), asked_by]))
}

/** The oldest replay that was asked for and has not begun, but for one; null when there is none. */
export async function nextReplay(pool: pg.Pool, but: string | null): Promise<Replay | null> {
  const text = `select id, from_position as from from control.relay_replays
    where begun_at is null and id is distinct from $1 order by asked_at, id limit 1`
  const { rows } = await makeWhenMissing(pool, DDL, () =>
    pool.query<{ id: string; from: string }>({ name: 'next-replay', text, values: [but] }),
  )
  const [asked] = rows
  return asked === undefined ? null : { id: asked.id, from: BigInt(asked.from) }
}

/** Remembers that what the stream says now leads to the end of a replay. */
export async function replayBegun(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('update control.relay_replays set begun_at = now() where id = $1', [id])
}
