import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { makeWhenMissing } from '../postgres/make-when-missing.ts'
import { runOn } from '../postgres/run.ts'
import { sql } from '../postgres/sql.ts'

/** Remembers when keys were used last. */
export type KeyUse = {
  /** A call with this key has come. Costs no statement by itself. */
  note(keyId: string): void
  /** Writes down what is still remembered only. */
  flush(): Promise<void>
}

/** When each key was used last, and since when that is counted: from before, nothing is known. */
export type LastUses = {
  readonly counted_since: string
  readonly byKey: ReadonlyMap<string, string>
}

const DDL = new URL('./key-use.sql', import.meta.url)
/** A key's use is written down this often at most. */
const EVERY_MS = 60_000
/** Uses of other keys that come meanwhile go with it. */
const SOON_MS = 250
const MOST_KEYS = 50_000

/** One statement for all keys that were used, and each key once a minute. */
export function openKeyUse(pool: pg.Pool, clock = () => Date.now()): KeyUse {
  const written = new LRUCache<string, number>({ max: MOST_KEYS })
  const waiting = new LRUCache<string, number>({ max: MOST_KEYS })
  let timer: NodeJS.Timeout | undefined
  let due = Number.POSITIVE_INFINITY
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    due = Number.POSITIVE_INFINITY
    const uses = [...waiting.entries()]
    if (uses.length === 0) return
    waiting.clear()
    for (const [key, at] of uses) written.set(key, at)
    // What Postgres cannot take now is written with the key's next use.
    await write(pool, uses).catch(() => {
      for (const [key] of uses) written.delete(key)
    })
  }
  const flushAt = (at: number, now: number) => {
    if (at >= due) return
    due = at
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), at - now).unref()
  }
  return {
    note(keyId) {
      const now = clock()
      waiting.set(keyId, now)
      flushAt(Math.max(now + SOON_MS, (written.get(keyId) ?? 0) + EVERY_MS), now)
    },
    flush,
  }
}

/** The last uses of some keys, by any process. */
export async function lastUses(pool: pg.Pool, keyIds: readonly string[]): Promise<LastUses> {
  const rows = await makeWhenMissing(pool, DDL, () =>
    runOn(pool)<{ key_id: string | null; used_at: string | null; began_at: string }>(sql`
      select u.key_id, u.used_at, b.began_at from control.api_key_use_began b
      left join control.api_key_use u on u.key_id = any(${keyIds}::uuid[])`),
  )
  const uses = rows.flatMap(({ key_id, used_at }) =>
    key_id === null || used_at === null ? [] : [[key_id, used_at] as const],
  )
  return { counted_since: rows[0]?.began_at ?? new Date().toISOString(), byKey: new Map(uses) }
}

async function write(pool: pg.Pool, uses: readonly (readonly [string, number])[]): Promise<void> {
  const ids = uses.map(([id]) => id)
  const times = uses.map(([, at]) => new Date(at).toISOString())
  await makeWhenMissing(pool, DDL, () =>
    runOn(pool)(sql`
      insert into control.api_key_use as u (key_id, used_at)
      select * from unnest(${ids}::uuid[], ${times}::timestamptz[]) order by 1
      on conflict (key_id) do update set used_at = greatest(u.used_at, excluded.used_at)`),
  )
}
