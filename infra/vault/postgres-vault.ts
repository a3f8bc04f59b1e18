import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { DEADLINES } from '../deadlines.ts'
import { answersSelect } from '../postgres/answers-select.ts'
import { migrate } from '../postgres/migrate.ts'
import { openPool } from '../postgres/pool.ts'
import { type Bound, type Sealed, seal, unseal } from './seal.ts'
import { SecretMissing, type Vault } from './vault.ts'

const CACHED_SECRETS = 10_000
const UNDEFINED_TABLE = '42P01'

/** Creates or upgrades the vault's table. Run before the first use, by any process. */
export function migrateVault(url: string): Promise<void> {
  return migrate(url, new URL('./migrations/', import.meta.url))
}

/**
 * The vault in a Postgres database of its own. Connects on the first use. Secrets never change under their
 * reference, so a cached one is never stale.
 * @param masterKey 32 bytes, as VAULT_KEY gives them
 */
export function postgresVault(options: { url: string; masterKey: Buffer }): Vault {
  const pool = openPool(options.url, { max: 4, answerMs: DEADLINES.request })
  const cache = new LRUCache<string, string>({ max: CACHED_SECRETS })
  const migrated = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE))
        throw error
      // Whoever comes before the table is made, makes it: migrations wait for each other.
      await migrateVault(options.url)
      return work()
    }
  }
  return {
    async put(accountId, secret) {
      const reference = randomUUID()
      const to = { accountId, reference }
      await migrated(() => insert(pool, to, seal(options.masterKey, secret, to)))
      return reference
    },
    async get(accountId, reference) {
      const to = { accountId, reference }
      const key = JSON.stringify([accountId, reference])
      const cached = cache.get(key)
      if (cached !== undefined) return cached
      const secret = opened(options.masterKey, await migrated(() => select(pool, to)), to)
      cache.set(key, secret)
      return secret
    },
    answers: () => answersSelect(pool),
    close: () => pool.end(),
  }
}

function opened(masterKey: Buffer, row: Sealed | undefined, to: Bound): string {
  if (row === undefined) throw new SecretMissing(to.reference)
  try {
    return unseal(masterKey, row, to)
  } catch {
    throw new SecretMissing(to.reference)
  }
}

async function insert(pool: pg.Pool, to: Bound, { nonce, sealed }: Sealed): Promise<void> {
  await pool.query(
    'insert into secrets (reference, account_id, nonce, sealed) values ($1, $2, $3, $4)',
    [to.reference, to.accountId, nonce, sealed],
  )
}

async function select(pool: pg.Pool, to: Bound): Promise<Sealed | undefined> {
  const { rows } = await pool.query<Sealed>(
    'select nonce, sealed from secrets where reference = $1 and account_id = $2',
    [to.reference, to.accountId],
  )
  return rows[0]
}
