import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { DEADLINES } from '../deadlines.ts'
import { answersSelect } from '../postgres/answers-select.ts'
import { postgresTime } from '../postgres/clocks.ts'
import { migrate } from '../postgres/migrate.ts'
import { openPool } from '../postgres/pool.ts'
import { runOn } from '../postgres/run.ts'
import { isPostgresUnavailable } from '../postgres/unavailable.ts'
import { factKeys, type Sharing } from '../sealing/fact-keys.ts'
import { storedKeys } from '../sealing/stored-keys.ts'
import { type KeyRing, keyRing, type MasterKeys, type SealedRow } from './key-ring.ts'
import { logMemory } from './known-log.ts'
import type { Bound } from './seal.ts'
import { SecretMissing, type Vault, VaultKeyUnknown, VaultUnavailable } from './vault.ts'

const MAX_CACHED_SECRETS = 10_000
const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'
/** Raised by the table when a rotation has begun since the key was chosen. */
const OTHER_KEY_SEALS = 'RC001'

/** Creates or upgrades the vault's tables; any process may run it before the first use. */
export function migrateVault(url: string): Promise<void> {
  return migrate(url, new URL('./migrations/', import.meta.url))
}

/**
 * The vault in a Postgres database of its own. Connects on first use. A secret never changes under its reference, so
 * a cached one is never stale. With two keys it reads rows sealed with either, and seals with VAULT_KEY_BEFORE until
 * `rotateVault` has run.
 * @param watch receives the pool, to measure it
 * @param answerMs time to connect, and to answer
 */
export function postgresVault(
  options: {
    url: string
    watch?: (pool: pg.Pool) => void
    answerMs?: number
    sharing?: Sharing
  } & MasterKeys,
): Vault {
  const { answerMs = DEADLINES.request, sharing = 'shared' } = options
  const pool = openPool(options.url, { max: 4, answerMs, dialMs: answerMs })
  options.watch?.(pool)
  const ring = keyRing(options)
  const cache = new LRUCache<string, string>({ max: MAX_CACHED_SECRETS })
  const migrated = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!hasCode(error, UNDEFINED_TABLE, UNDEFINED_COLUMN)) throw error
      // The first process to find the tables missing creates them; concurrent migrations wait for each other.
      await migrateVault(options.url)
      return work()
    }
  }
  const use = <T>(work: () => Promise<T>): Promise<T> =>
    migrated(work).catch((error: unknown) => {
      throw isPostgresUnavailable(error) ? new VaultUnavailable(error) : error
    })
  const get = async (at: Bound): Promise<string> => {
    const key = cacheKey(at)
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const secret = await use(() => readSecret(pool, ring, at))
    cache.set(key, secret)
    return secret
  }
  const seal = <T>(work: (keyId: string) => Promise<T>) => sealing(pool, ring, work)
  const keepFirst = async (at: Bound, secret: string) => {
    await use(() => seal((keyId) => insertFirst(pool, at, ring.seal(keyId, secret, at))))
    return get(at)
  }
  return {
    async put({ account_id, secret }) {
      const to = { account_id, reference: randomUUID() }
      await use(() => seal((keyId) => insertSecret(pool, to, ring.seal(keyId, secret, to))))
      return to.reference
    },
    keepFirst,
    get,
    async forget(at) {
      await use(() => deleteSecret(pool, at))
      cache.delete(cacheKey(at))
    },
    async forgetAll(accountId) {
      await use(() => pool.query('delete from secrets where account_id = $1', [accountId]))
      cache.clear()
    },
    knownLog: logMemory(pool, use),
    factKeys: factKeys(storedKeys(pool, ring, { use, seal, keepFirst }), sharing),
    now: () => use(() => postgresTime(runOn(pool))),
    answers: () => answersSelect(pool),
    close: () => pool.end(),
  }
}

function cacheKey({ account_id, reference }: Bound): string {
  return JSON.stringify([account_id, reference])
}

/** Runs work with the key that seals now; once more when a rotation begins meanwhile. */
async function sealing<T>(
  pool: pg.Pool,
  ring: KeyRing,
  work: (keyId: string) => Promise<T>,
): Promise<T> {
  try {
    return await work(await sealingKey(pool, ring))
  } catch (error) {
    if (!hasCode(error, OTHER_KEY_SEALS)) throw error
    return work(await sealingKey(pool, ring))
  }
}

async function readSecret(pool: pg.Pool, ring: KeyRing, to: Bound): Promise<string> {
  const row = await selectSecret(pool, to)
  const secret = row && ring.open(row, to)
  if (typeof secret === 'string') return secret
  // The secret is not lost: it is sealed with the present key, which this process was not given.
  if (row?.key_id && !ring.has(row.key_id) && (await namedSealingKey(pool)) === row.key_id)
    throw new VaultKeyUnknown()
  throw new SecretMissing(to.reference)
}

async function sealingKey(pool: pg.Pool, ring: KeyRing): Promise<string> {
  const named = (await namedSealingKey(pool)) ?? ring.oldest
  if (!ring.has(named)) throw new VaultKeyUnknown()
  return named
}

async function namedSealingKey(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ key_id: string }>('select key_id from sealing_key')
  return rows[0]?.key_id ?? null
}

/** Stores a sealed secret. @throws when its reference is taken, or another key seals now */
export async function insertSecret(
  pool: Pick<pg.Pool, 'query'>,
  to: Bound,
  { nonce, sealed, key_id }: SealedRow,
): Promise<void> {
  await pool.query(
    'insert into secrets (reference, account_id, nonce, sealed, key_id) values ($1, $2, $3, $4, $5)',
    [to.reference, to.account_id, nonce, sealed, key_id],
  )
}

/** As insertSecret, unless the reference is taken. */
async function insertFirst(
  pool: Pick<pg.Pool, 'query'>,
  to: Bound,
  { nonce, sealed, key_id }: SealedRow,
): Promise<void> {
  await pool.query(
    `insert into secrets (reference, account_id, nonce, sealed, key_id) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [to.reference, to.account_id, nonce, sealed, key_id],
  )
}

export async function selectSecret(
  pool: Pick<pg.Pool, 'query'>,
  to: Bound,
): Promise<SealedRow | undefined> {
  const { rows } = await pool.query<SealedRow>(
    'select nonce, sealed, key_id from secrets where reference = $1 and account_id = $2',
    [to.reference, to.account_id],
  )
  return rows[0]
}

async function deleteSecret(pool: pg.Pool, { account_id, reference }: Bound): Promise<void> {
  await pool.query('delete from secrets where reference = $1 and account_id = $2', [
    reference,
    account_id,
  ])
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
