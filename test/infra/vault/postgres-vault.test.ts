import { randomBytes, randomUUID } from 'node:crypto'
import { migrateVault, postgresVault } from '@recado/infra/vault/postgres-vault'
import { SecretMissing } from '@recado/infra/vault/vault'
import { Client } from 'pg'
import { type Test, test } from 'tap'
import { testDatabase } from '../../kit/postgres.ts'

const masterKey = randomBytes(32)
const accountId = randomUUID()

/** A vault of its own; `reopen` gives one over the same database that has nothing cached. */
async function openVault(t: Test) {
  const database = await testDatabase('vault')
  await migrateVault(database.url)
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const reopen = (key = masterKey) => {
    const vault = postgresVault({ url: database.url, masterKey: key })
    t.teardown(() => vault.close())
    return vault
  }
  const vault = reopen()
  t.teardown(async () => {
    await client.end()
    await database.drop()
  })
  return {
    vault,
    reopen,
    query: (text: string, values: unknown[] = []) => client.query(text, values),
  }
}

test('a secret comes back, also in another process', async (t) => {
  const { vault, reopen } = await openVault(t)
  const reference = await vault.put(accountId, 'EAAG-tóken')
  t.equal(await vault.get(accountId, reference), 'EAAG-tóken')
  t.equal(await reopen().get(accountId, reference), 'EAAG-tóken')
})

test('the database never holds the secret itself', async (t) => {
  const { vault, query } = await openVault(t)
  await vault.put(accountId, 'plain-to-see')
  const { rows } = await query("select encode(sealed, 'escape') as sealed from secrets")
  t.notMatch(rows[0].sealed, /plain-to-see/)
})

test('each put is a version of its own', async (t) => {
  const { vault, query } = await openVault(t)
  const [first, second] = [await vault.put(accountId, 'one'), await vault.put(accountId, 'two')]
  t.equal(await vault.get(accountId, first), 'one')
  t.equal(await vault.get(accountId, second), 'two')
  await t.rejects(query('update secrets set account_id = $1', ['x']), /immutable/)
})

test('under another master key the secret is missing', async (t) => {
  const { vault, reopen } = await openVault(t)
  const reference = await vault.put(accountId, 'secret')
  await t.rejects(reopen(randomBytes(32)).get(accountId, reference), SecretMissing)
})

test('a reference that leads nowhere, or to another account, is missing', async (t) => {
  const { vault, reopen } = await openVault(t)
  const reference = await vault.put(accountId, 'secret')
  await t.rejects(vault.get(accountId, 'nowhere'), SecretMissing)
  await t.rejects(reopen().get(randomUUID(), reference), SecretMissing)
  await t.rejects(vault.get(randomUUID(), reference), SecretMissing)
})

test('a row put in the place of another opens nothing', async (t) => {
  const { vault, reopen, query } = await openVault(t)
  const mine = await vault.put(accountId, 'mine')
  const theirs = await vault.put(accountId, 'theirs')
  await query('alter table secrets disable trigger immutable')
  await query(
    `update secrets s set nonce = o.nonce, sealed = o.sealed
     from secrets o where s.reference = $1 and o.reference = $2`,
    [mine, theirs],
  )
  await t.rejects(reopen().get(accountId, mine), SecretMissing)
  t.equal(await reopen().get(accountId, theirs), 'theirs')
})

test('processes that start together migrate once', async (t) => {
  const database = await testDatabase('vault')
  t.teardown(() => database.drop())
  await Promise.all([migrateVault(database.url), migrateVault(database.url)])
  await t.resolves(migrateVault(database.url))
})

test('a vault used before anybody has made its table makes it', async (t) => {
  const database = await testDatabase('vault')
  const vault = postgresVault({ url: database.url, masterKey })
  t.teardown(async () => {
    await vault.close()
    await database.drop()
  })
  await t.rejects(vault.get(accountId, randomUUID()), SecretMissing)
  const reference = await vault.put(accountId, 'early')
  t.equal(await vault.get(accountId, reference), 'early')
})
