import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { makeWhenMissing } from '../postgres/make-when-missing.ts'
import { runOn } from '../postgres/run.ts'
import { sql } from '../postgres/sql.ts'

export type KeyUse = {
  /** Notes a call with this key, without a statement of its own. */
  note(keyId: string): void
  flush(): Promise<void>
}

/** When each key was last used, and since when uses are counted. */
export type LastUses = {
  readonly counted_since: string
  readonly byKey: ReadonlyMap<string, string>
}

const DDL = new URL('./key-use.sql', import.meta.url)
const EVERY_MS = 60_000
/** Uses of other keys within this time are written by the same statement. */
const SOON_MS = 250
const MAX_KEYS = 50_000

/** Writes the uses of all keys in one statement, and each key once a minute. */
export function openKeyUse(pool: pg.Pool, clock = () => Date.now()): KeyUse {
  const written = new LRUCache<string, number>({ max: MAX_KEYS })
  const waiting = new LRUCache<string, number>({ max: MAX_KEYS })
  let timer: NodeJS.Timeout | undefined
  let due = Number.POSITIVE_INFINITY
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    due = Number.POSITIVE_INFINITY
    const uses = [...waiting.entries()]
    if (uses.length === 0) return
    waiting.clear()
    for (const [key, at] of uses) written.set(key, at)
    // If Postgres cannot take a use now, the key's next use is written instead.
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
