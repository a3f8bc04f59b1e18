import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SCHEMA } from '@recado/embedded-store/storage/schema'
import { keyRing } from '@recado/infra/vault/key-ring'
import { insertSecret, migrateVault } from '@recado/infra/vault/postgres-vault'
import { backUp } from '@recado/standalone/backup/back-up'
import { restore } from '@recado/standalone/backup/restore'
import pg from 'pg'
import { test } from 'tap'
import { testDatabase } from '../../kit/postgres.ts'

test('a backup that was made while a key was replaced is restored with both keys only', async (t) => {
  const fresh = async (name: string) => {
    const database = await testDatabase(name)
    t.teardown(() => database.drop())
    return database.url
  }
  const from = { log: await fresh('log'), vault: await fresh('vault') }
  const log = new pg.Pool({ connectionString: from.log })
  await log.query(SCHEMA)
  await log.end()
  const [older, newer] = [randomBytes(32), randomBytes(32)]
  await migrateVault(from.vault)
  const vault = new pg.Pool({ connectionString: from.vault })
  for (const masterKey of [older, newer]) {
    const ring = keyRing({ masterKey })
    const to = { account_id: 'a', reference: ring.newest }
    await insertSecret(vault, to, ring.seal(ring.newest, 'a secret', to))
  }
  await vault.end()
  const folder = await mkdtemp(join(tmpdir(), 'recado-keys-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const made = join(folder, 'made')
  await backUp(from, made)

  const back = { log: await fresh('log_back'), vault: await fresh('vault_back') }
  for (const masterKey of [older, newer])
    await t.rejects(restore(back, made, { masterKey }), /open under neither VAULT_KEY nor/)
  await restore(back, made, { masterKey: newer, keyBefore: older })

  const other = { log: await fresh('log_other'), vault: await fresh('vault_other') }
  await restore(other, made, { masterKey: newer }, { lost: true })
})
