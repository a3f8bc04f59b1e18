import type pg from 'pg'
import { DEADLINES } from '../deadlines.ts'
import { openPool } from '../postgres/pool.ts'
import { transaction } from '../postgres/transaction.ts'
import { BOUND_PREFIX } from '../sealing/stored-keys.ts'
import { HOOK_KEY } from './hook-name.ts'
import { INSTALLATION } from './installation.ts'
import { type KeyRing, keyRing, type MasterKeys, type SealedRow } from './key-ring.ts'
import { insertSecret, migrateVault, selectSecret } from './postgres-vault.ts'
import type { Bound } from './seal.ts'

export type RotationOptions = { readonly url: string } & MasterKeys & {
    /** Continue although some rows open under neither key; their secrets are lost. */
    readonly lost?: boolean
    readonly signal?: AbortSignal
    /** Called after each page with the number of rows done. */
    readonly onProgress?: (rows: number) => void
  }

export type Rotated = {
  /** Rows that open under the new key alone, read again at the end. */
  readonly underNew: number
  /** References of rows that do not; with `refused`, of those that open under neither key. */
  readonly others: readonly string[]
  /** `refused`: some rows open under neither key, and nothing was changed. */
  readonly outcome: 'done' | 'interrupted' | 'refused'
}

type Row = SealedRow & Bound & { readonly key: string }

/** The tables with sealed rows. `reference` is what a row of each is bound to. */
const TABLES = [
  { name: 'secrets', key: 'reference', reference: 'reference', account: 'account_id' },
  {
    name: 'fact_keys',
    key: 'batch',
    reference: `'${BOUND_PREFIX}' || batch`,
    account: `'${INSTALLATION}'`,
  },
] as const
type Table = (typeof TABLES)[number]

const PAGE = 500

/**
 * Seals every secret anew under VAULT_KEY while processes that know both keys keep working. May be interrupted
 * anywhere and run again. From its first step on no process can store under another key.
 */
export async function rotateVault(options: RotationOptions): Promise<Rotated> {
  await migrateVault(options.url)
  const pool = openPool(options.url, { max: 2, dialMs: DEADLINES.tool })
  try {
    const ring = keyRing(options)
    const newOnly = keyRing({ masterKey: options.masterKey })
    const { others } = await listUnopened(pool, ring)
    if (others.length > 0 && options.lost !== true)
      return { ...(await listUnopened(pool, newOnly)), others, outcome: 'refused' }
    await sealWith(pool, ring.newest)
    await keepHookKey(pool, ring, options.keyBefore ?? null)
    const isWhole = await sealAnew(pool, ring, options)
    const proof = await listUnopened(pool, newOnly)
    return { ...proof, outcome: isWhole ? 'done' : 'interrupted' }
  } finally {
    await pool.end()
  }
}

async function listUnopened(pool: pg.Pool, ring: KeyRing): Promise<Omit<Rotated, 'outcome'>> {
  const others: string[] = []
  let underNew = 0
  for (const table of TABLES)
    for await (const rows of pages(pool, table, null))
      for (const row of rows)
        if (ring.open(row, row) === null) others.push(row.reference)
        else underNew += 1
  return { underNew, others }
}

/** Waits for processes that store under the old key, and prevents new ones. */
async function sealWith(pool: pg.Pool, keyId: string): Promise<void> {
  await transaction(pool, async (client) => {
    await client.query('lock table secrets, fact_keys in share row exclusive mode')
    await client.query(
      `insert into sealing_key (key_id) values ($1)
       on conflict (the_one) do update set key_id = excluded.key_id`,
      [keyId],
    )
  })
}

/** Hook addresses are known to others, so the key that derives them outlives every rotation. */
async function keepHookKey(pool: pg.Pool, ring: KeyRing, before: Buffer | null): Promise<void> {
  if (before === null) return
  await transaction(pool, async (client) => {
    const kept = await selectSecret(client, HOOK_KEY)
    if (kept !== undefined && ring.open(kept, HOOK_KEY) !== null) return
    await client.query('delete from secrets where reference = $1', [HOOK_KEY.reference])
    const row = ring.seal(ring.newest, before.toString('base64'), HOOK_KEY)
    await insertSecret(client, HOOK_KEY, row)
  })
}

async function sealAnew(
  pool: pg.Pool,
  ring: KeyRing,
  { signal, onProgress }: RotationOptions,
): Promise<boolean> {
  let done = 0
  for (const table of TABLES)
    for await (const rows of pages(pool, table, ring.newest)) {
      if (signal?.aborted) return false
      done += await sealRows(pool, ring, table, rows)
      onProgress?.(done)
    }
  return true
}

/** @returns how many of the rows open, and are sealed under the new key now */
async function sealRows(
  pool: pg.Pool,
  ring: KeyRing,
  { name, key }: Table,
  rows: readonly Row[],
): Promise<number> {
  const sealed = rows.flatMap((row) => {
    const secret = ring.open(row, row)
    if (secret === null) return []
    return [{ ...ring.seal(ring.newest, secret, row), key: row.key, before: row.nonce }]
  })
  // A row that changed meanwhile is left for the next page: keys may have been destroyed in it.
  await pool.query(
    `update ${name} s set nonce = n.nonce, sealed = n.sealed, key_id = $5
     from unnest($1::text[], $2::bytea[], $3::bytea[], $4::bytea[]) as n (key, nonce, sealed, before)
     where s.${key} = n.key and s.nonce = n.before and s.key_id is distinct from $5`,
    [
      sealed.map((row) => row.key),
      sealed.map(({ nonce }) => nonce),
      sealed.map((row) => row.sealed),
      sealed.map(({ before }) => before),
      ring.newest,
    ],
  )
  return sealed.length
}

/** Rows in order of their keys. @param unless skips rows under this key */
async function* pages(
  pool: pg.Pool,
  { name, key, reference, account }: Table,
  unless: string | null,
): AsyncGenerator<readonly Row[]> {
  for (let after = ''; ; ) {
    const { rows } = await pool.query<Row>(
      `select ${key} as key, ${reference} as reference, ${account} as account_id, nonce, sealed, key_id
       from ${name} where ${key} > $1 and ($2::text is null or key_id is distinct from $2)
       order by ${key} limit $3`,
      [after, unless, PAGE],
    )
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.key
  }
}
