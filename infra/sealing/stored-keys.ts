import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { postgresTime } from '../postgres/clocks.ts'
import { runOn } from '../postgres/run.ts'
import { transaction } from '../postgres/transaction.ts'
import { INSTALLATION } from '../vault/installation.ts'
import type { KeyRing, SealedRow } from '../vault/key-ring.ts'
import type { Bound } from '../vault/seal.ts'
import type { KeyStore } from './fact-keys.ts'
import { batchOf, KEY_BYTES, type KeyBatch, placeOf } from './key-batch.ts'

export type KeyRow = SealedRow & { readonly batch: string }

/** Batches read at a time: facts that follow each other have keys that do. */
const READ_AHEAD = 32

/** Where the vault keeps the secret of pseudonyms. */
const PSEUDONYM_SECRET = { account_id: INSTALLATION, reference: 'pseudonyms' } as const

/** What the vault does with a secret. */
type Secrets = {
  /** Runs work, after the tables were made if they are missing. */
  use<T>(work: () => Promise<T>): Promise<T>
  /** Runs work with the key that seals now, and once more if another one does by then. */
  seal<T>(work: (keyId: string) => Promise<T>): Promise<T>
  /** The secret that is stored there, after this one was stored if there was none. */
  keepFirst(at: Bound, secret: string): Promise<string>
}

/** The keys of facts in the vault's database. */
export function storedKeys(
  pool: pg.Pool,
  ring: KeyRing,
  { use, seal, keepFirst }: Secrets,
): KeyStore {
  return {
    add: (batches) => use(() => seal((keyId) => insertBatches(pool, ring, keyId, batches))),
    read: (batch) => use(() => readFrom(pool, ring, batch)),
    readThese: (batches) => use(() => readThese(pool, ring, batches)),
    destroy: (kids) =>
      use(() => seal((keyId) => transaction(pool, (client) => zero(client, ring, keyId, kids)))),
    expire: ({ first, end }) => use(() => removeBatches(pool, first, end)),
    expiredTo: () => use(() => readExpiredTo(pool)),
    now: () => use(async () => (await postgresTime(runOn(pool))).getTime()),
    async pseudonymSecret() {
      const kept = await keepFirst(PSEUDONYM_SECRET, randomBytes(32).toString('base64'))
      return Buffer.from(kept, 'base64')
    },
  }
}

/** Before the name of a batch, in what its row is bound to. */
export const BOUND_PREFIX = 'fact keys '

function boundTo(batch: string): Bound {
  return { account_id: INSTALLATION, reference: `${BOUND_PREFIX}${batch}` }
}

async function insertBatches(
  pool: pg.Pool,
  ring: KeyRing,
  keyId: string,
  batches: readonly KeyBatch[],
): Promise<void> {
  const rows = batches.map(({ batch, keys }) =>
    ring.seal(keyId, keys.toString('base64'), boundTo(batch)),
  )
  await pool.query(
    `insert into fact_keys (batch, nonce, sealed, key_id)
     select batch, nonce, sealed, $4 from unnest($1::text[], $2::bytea[], $3::bytea[]) as n (batch, nonce, sealed)`,
    [
      batches.map(({ batch }) => batch),
      rows.map(({ nonce }) => nonce),
      rows.map(({ sealed }) => sealed),
      keyId,
    ],
  )
}

async function readFrom(pool: pg.Pool, ring: KeyRing, batch: string): Promise<readonly KeyBatch[]> {
  const { rows } = await pool.query<KeyRow>(
    'select batch, nonce, sealed, key_id from fact_keys where batch >= $1 order by batch limit $2',
    [batch, READ_AHEAD],
  )
  return openedBatches(ring, rows)
}

async function readThese(
  pool: pg.Pool,
  ring: KeyRing,
  batches: readonly string[],
): Promise<readonly KeyBatch[]> {
  const { rows } = await pool.query<KeyRow>(
    'select batch, nonce, sealed, key_id from fact_keys where batch = any($1)',
    [batches],
  )
  return openedBatches(ring, rows)
}

function openedBatches(ring: KeyRing, rows: readonly KeyRow[]): readonly KeyBatch[] {
  return rows.flatMap((row) => {
    const keys = ring.open(row, boundTo(row.batch))
    return keys === null ? [] : [{ batch: row.batch, keys: Buffer.from(keys, 'base64') }]
  })
}

/** Batches removed at a time, so that no statement is long. */
const REMOVED_AT_ONCE = 10_000

/** Noted first: a batch that is missing and not noted would be taken for a loss. */
async function removeBatches(pool: pg.Pool, first: string, end: string): Promise<void> {
  await pool.query(
    `insert into expired_keys (before) values ($1)
     on conflict (the_one) do update set before = greatest(expired_keys.before, excluded.before)`,
    [end],
  )
  for (;;) {
    const { rowCount } = await pool.query(
      `delete from fact_keys where batch in (
         select batch from fact_keys where batch >= $1 and batch < $2 order by batch limit $3)`,
      [first, end, REMOVED_AT_ONCE],
    )
    if ((rowCount ?? 0) < REMOVED_AT_ONCE) return
  }
}

async function readExpiredTo(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ before: string }>('select before from expired_keys')
  return rows[0]?.before ?? null
}

async function zero(
  client: pg.ClientBase,
  ring: KeyRing,
  keyId: string,
  kids: readonly string[],
): Promise<void> {
  const { rows } = await client.query<KeyRow>(
    'select batch, nonce, sealed, key_id from fact_keys where batch = any($1) order by batch for update',
    [[...new Set(kids.map(batchOf))]],
  )
  for (const row of rows) {
    const opened = ring.open(row, boundTo(row.batch))
    if (opened === null) throw new Error(`no key of the vault opens the keys ${row.batch}`)
    const keys = Buffer.from(opened, 'base64')
    for (const kid of kids.filter((name) => batchOf(name) === row.batch))
      keys.fill(0, placeOf(kid), placeOf(kid) + KEY_BYTES)
    const { nonce, sealed } = ring.seal(keyId, keys.toString('base64'), boundTo(row.batch))
    await client.query(
      'update fact_keys set nonce = $2, sealed = $3, key_id = $4 where batch = $1',
      [row.batch, nonce, sealed, keyId],
    )
  }
}
