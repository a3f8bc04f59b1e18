import { makeControlTables, makeWhenMissing } from '@recado/infra/postgres/make-when-missing'
import { transaction } from '@recado/infra/postgres/transaction'
import type pg from 'pg'
import { SHARDS } from './shard.ts'

/** The lease of a shard. The fencing token grows with every owner, which identifies an earlier owner. */
export type Lease = { readonly shard: number; readonly fencing_token: number }

export type Held = {
  readonly leases: readonly Lease[]
  /** Until when this process may rely on the leases, by its own monotonic clock (ms, `performance.now`). */
  readonly until: number
  readonly surplus: number
}

/** The leases of one dispatcher. Postgres decides when one expires; this process counts from before its query. */
export type ShardLeases = {
  renew(): Promise<Held>
  release(shards: readonly number[]): Promise<void>
  leave(): Promise<void>
}

const DDL = new URL('./control.sql', import.meta.url)

/** @param options.ttlMs how long a lease lasts after its last renewal, ms */
export async function shardLeases(
  pool: pg.Pool,
  options: { id: string; ttlMs: number },
): Promise<ShardLeases> {
  const { id, ttlMs } = options
  await transaction(pool, (client) => makeControlTables(client, DDL))
  return {
    async renew() {
      const asked = performance.now()
      const held = await makeWhenMissing(pool, DDL, () =>
        transaction(pool, (client) => renewLeases(client, id, ttlMs)),
      )
      return { ...held, until: asked + ttlMs }
    },
    async release(shards) {
      await pool.query(
        `update control.delivery_shards set owner = null, expires_at = '-infinity'
         where owner = $1 and shard = any($2)`,
        [id, shards],
      )
    },
    async leave() {
      await pool.query(
        `with gone as (delete from control.dispatchers where id = $1)
         update control.delivery_shards set owner = null, expires_at = '-infinity' where owner = $1`,
        [id],
      )
    },
  }
}

async function renewLeases(client: pg.PoolClient, id: string, ttlMs: number) {
  const ttl = `${ttlMs} milliseconds`
  const share = await fairShare(client, id, ttl)
  const { rows: kept } = await client.query<Lease>(
    `update control.delivery_shards set expires_at = now() + $2::interval
     where owner = $1 and expires_at > now() returning shard, epoch as fencing_token`,
    [id, ttl],
  )
  const { rows: taken } = await client.query<Lease>(
    `update control.delivery_shards set owner = $1, epoch = epoch + 1, expires_at = now() + $2::interval
     where shard in (
       select shard from control.delivery_shards where expires_at <= now()
       order by shard limit $3 for update skip locked)
     returning shard, epoch as fencing_token`,
    [id, ttl, Math.max(0, share - kept.length)],
  )
  return { leases: [...kept, ...taken], surplus: Math.max(0, kept.length - share) }
}

/** Announces this dispatcher as alive and returns how many shards each living one may hold. */
async function fairShare(client: pg.PoolClient, id: string, ttl: string): Promise<number> {
  await client.query(
    `insert into control.dispatchers (id, seen_until) values ($1, now() + $2::interval)
     on conflict (id) do update set seen_until = excluded.seen_until`,
    [id, ttl],
  )
  await client.query(`delete from control.dispatchers where seen_until < now() - interval '1 hour'`)
  const { rows } = await client.query<{ living: number }>(
    'select count(*)::int as living from control.dispatchers where seen_until > now()',
  )
  return Math.ceil(SHARDS / Math.max(1, rows[0]?.living ?? 1))
}
