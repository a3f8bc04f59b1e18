import { Client } from 'pg'

type Sealed = { readonly nonce: Buffer; readonly sealed: Buffer; readonly key_id: string | null }
type KeyRow = Sealed & { readonly batch: string }
type SecretRow = Sealed & { readonly reference: string; readonly account_id: string }

/** A backup of the vault. */
export type KeptVault = {
  readonly keys: readonly KeyRow[]
  readonly secrets: readonly SecretRow[]
}

export function keepVault(url: string): Promise<KeptVault> {
  return inDatabase(url, async (client) => ({
    keys: (await client.query<KeyRow>('select * from fact_keys')).rows,
    secrets: (await client.query<SecretRow>('select * from secrets')).rows,
  }))
}

/** Brings back what a backup has, as a restore of the vault does. */
export function restoreVault(url: string, { keys, secrets }: KeptVault): Promise<void> {
  return inDatabase(url, async (client) => {
    for (const { batch, nonce, sealed } of keys)
      await client.query('update fact_keys set nonce = $2, sealed = $3 where batch = $1', [
        ...[batch, nonce, sealed],
      ])
    for (const { reference, account_id, nonce, sealed, key_id } of secrets)
      await client.query(
        `insert into secrets (reference, account_id, nonce, sealed, key_id)
         values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [reference, account_id, nonce, sealed, key_id],
      )
  })
}

async function inDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
