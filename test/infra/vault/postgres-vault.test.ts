import { randomBytes, randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { migrate } from '@recado/infra/postgres/migrate'
import { HOOK_KEY, hookName } from '@recado/infra/vault/hook-name'
import { keepIdSecret } from '@recado/infra/vault/id-secret'
import { migrateVault, postgresVault } from '@recado/infra/vault/postgres-vault'
import { rotateVault } from '@recado/infra/vault/rotate-vault'
import { seal } from '@recado/infra/vault/seal'
import {
  SecretMissing,
  type Vault,
  VaultKeyUnknown,
  VaultUnavailable,
} from '@recado/infra/vault/vault'
import { rotateTool } from '@recado/tools/rotate/rotate-tool'
import { Client } from 'pg'
import { type Test, test } from 'tap'
import { testDatabase } from '../../kit/postgres.ts'

const masterKey: Buffer = randomBytes(32)
const account_id = randomUUID()
const MIGRATIONS = new URL('../../../infra/vault/migrations/', import.meta.url)
/** The only migration of the first release. */
const FIRST = '001_secrets.sql'

/** A vault with its own database; `reopen` opens another instance on it with an empty cache. */
async function openVault(t: Test) {
  const database = await testDatabase('vault')
  await migrateVault(database.url)
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const reopen = (key = masterKey, keyBefore: Buffer | null = null) => {
    const vault = postgresVault({ url: database.url, masterKey: key, keyBefore })
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
    url: database.url,
    query: (text: string, values: unknown[] = []) => client.query(text, values),
  }
}

test('a stored secret can be read, also in another process', async (t) => {
  const { vault, reopen } = await openVault(t)
  const reference = await vault.put({ account_id, secret: 'EAAG-tóken' })
  t.equal(await vault.get({ account_id, reference }), 'EAAG-tóken')
  t.equal(await reopen().get({ account_id, reference }), 'EAAG-tóken')
})

test('a forgotten secret is gone, and only if it belongs to the account', async (t) => {
  const { vault, reopen, query } = await openVault(t)
  const [gone, kept] = [
    await vault.put({ account_id, secret: 'a' }),
    await vault.put({ account_id, secret: 'b' }),
  ]
  await vault.forget({ account_id, reference: gone })
  await vault.forget({ account_id, reference: gone })
  await vault.forget({ account_id: randomUUID(), reference: kept })
  await t.rejects(vault.get({ account_id, reference: gone }), SecretMissing)
  await t.rejects(reopen().get({ account_id, reference: gone }), SecretMissing)
  t.equal(await reopen().get({ account_id, reference: kept }), 'b')
  t.equal((await query('select from secrets')).rowCount, 1)
})

test('the database never holds a secret in plain text', async (t) => {
  const { vault, query } = await openVault(t)
  await vault.put({ account_id, secret: 'plain-to-see' })
  const { rows } = await query("select encode(sealed, 'escape') as sealed from secrets")
  t.notMatch(rows[0].sealed, /plain-to-see/)
})

test('each put creates a new version', async (t) => {
  const { vault, query } = await openVault(t)
  const [first, second] = [
    await vault.put({ account_id, secret: 'one' }),
    await vault.put({ account_id, secret: 'two' }),
  ]
  t.equal(await vault.get({ account_id, reference: first }), 'one')
  t.equal(await vault.get({ account_id, reference: second }), 'two')
  await t.rejects(query('update secrets set account_id = $1', ['x']), /immutable/)
})

test('with another master key the secret is missing', async (t) => {
  const { vault, reopen } = await openVault(t)
  const reference = await vault.put({ account_id, secret: 'secret' })
  await t.rejects(reopen(randomBytes(32)).get({ account_id, reference }), SecretMissing)
})

test('an unknown reference, or one of another account, is missing', async (t) => {
  const { vault, reopen } = await openVault(t)
  const reference = await vault.put({ account_id, secret: 'secret' })
  await t.rejects(vault.get({ account_id, reference: 'nowhere' }), SecretMissing)
  await t.rejects(reopen().get({ account_id: randomUUID(), reference }), SecretMissing)
  await t.rejects(vault.get({ account_id: randomUUID(), reference }), SecretMissing)
})

test('a row copied over another one cannot be decrypted', async (t) => {
  const { vault, reopen, query } = await openVault(t)
  const mine = await vault.put({ account_id, secret: 'mine' })
  const theirs = await vault.put({ account_id, secret: 'theirs' })
  await query('alter table secrets disable trigger immutable')
  await query(
    `update secrets s set nonce = o.nonce, sealed = o.sealed
     from secrets o where s.reference = $1 and o.reference = $2`,
    [mine, theirs],
  )
  await t.rejects(reopen().get({ account_id, reference: mine }), SecretMissing)
  t.equal(await reopen().get({ account_id, reference: theirs }), 'theirs')
})

test('processes that start together migrate once', async (t) => {
  const database = await testDatabase('vault')
  t.teardown(() => database.drop())
  await Promise.all([migrateVault(database.url), migrateVault(database.url)])
  await t.resolves(migrateVault(database.url))
})

test('a vault of the first release is migrated, and its secrets can be read', async (t) => {
  const database = await testDatabase('vault')
  const folder = await mkdtemp(join(tmpdir(), 'recado-migrations-'))
  const client = new Client({ connectionString: database.url })
  const vault = postgresVault({ url: database.url, masterKey })
  t.teardown(async () => {
    await vault.close()
    await client.end()
    await database.drop()
    await rm(folder, { recursive: true })
  })
  await cp(new URL(FIRST, MIGRATIONS), join(folder, FIRST))
  await migrate(database.url, pathToFileURL(`${folder}/`))
  await client.connect()
  const reference = randomUUID()
  const { nonce, sealed } = seal(masterKey, 'of then', { account_id, reference })
  await client.query(
    'insert into secrets (reference, account_id, nonce, sealed) values ($1, $2, $3, $4)',
    [reference, account_id, nonce, sealed],
  )
  await migrateVault(database.url)
  t.equal(await vault.get({ account_id, reference }), 'of then')
  t.equal(
    await vault.get({
      account_id,
      reference: await vault.put({ account_id, secret: 'of now' }),
    }),
    'of now',
  )
})

test('a vault that is used before its table exists creates the table', async (t) => {
  const database = await testDatabase('vault')
  const vault = postgresVault({ url: database.url, masterKey })
  t.teardown(async () => {
    await vault.close()
    await database.drop()
  })
  await t.rejects(vault.get({ account_id, reference: randomUUID() }), SecretMissing)
  const reference = await vault.put({ account_id, secret: 'early' })
  t.equal(await vault.get({ account_id, reference }), 'early')
})

const newKey: Buffer = randomBytes(32)
/** More than one page of a rotation. */
const MANY = 620

type Query = Awaited<ReturnType<typeof openVault>>['query']
type Kept = { readonly reference: string; readonly secret: string }

/** Stores many secrets at once, as the release did whose keys had no names. */
async function storeMany(query: Query): Promise<readonly Kept[]> {
  const kept = Array.from({ length: MANY }, (_, n) => ({
    reference: randomUUID(),
    secret: `secret ${n}`,
  }))
  const rows = kept.map(({ reference, secret }) =>
    seal(masterKey, secret, { account_id, reference }),
  )
  await query(
    `insert into secrets (reference, account_id, nonce, sealed)
     select reference, $1, nonce, sealed
     from unnest($2::text[], $3::bytea[], $4::bytea[]) as n (reference, nonce, sealed)`,
    [
      account_id,
      kept.map(({ reference }) => reference),
      rows.map(({ nonce }) => nonce),
      rows.map(({ sealed }) => sealed),
    ],
  )
  return kept
}

/** Whether a vault returns all of these secrets. */
async function hasAll(vault: Vault, kept: readonly Kept[]): Promise<boolean> {
  const read = kept.map(
    async (one) => (await vault.get({ account_id, reference: one.reference })) === one.secret,
  )
  return (await Promise.all(read)).every(Boolean)
}

test('a vault without disk space, or without its Postgres, says that it is the vault', async (t) => {
  const { vault, query } = await openVault(t)
  await query(`create function no_space() returns trigger language plpgsql
    as $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`)
  await query('create trigger full_disk before insert on secrets execute function no_space()')
  await t.rejects(vault.put({ account_id, secret: 'secret' }), VaultUnavailable)
  const away = postgresVault({
    url: 'postgres://127.0.0.1:1/vault',
    masterKey,
    keyBefore: null,
  })
  t.teardown(() => away.close())
  await t.rejects(away.get({ account_id, reference: randomUUID() }), VaultUnavailable)
  await t.rejects(away.forget({ account_id, reference: randomUUID() }), VaultUnavailable)
})

test('the key is rotated while processes that know both keys go on', async (t) => {
  const { reopen, url, query } = await openVault(t)
  const kept = [...(await storeMany(query))]
  const both = reopen(newKey, masterKey)
  const rotating = rotateVault({ url, masterKey: newKey, keyBefore: masterKey })
  for (let n = 0; n < 20; n++) {
    const secret = `meanwhile ${n}`
    kept.push({ secret, reference: await both.put({ account_id, secret }) })
  }
  t.ok(await hasAll(both, kept))
  t.match(await rotating, { outcome: 'done', others: [] })
  const { underNew } = await rotateVault({ url, masterKey: newKey })
  t.equal(underNew, kept.length + 1, 'all secrets and the key for hook names')
  t.ok(await hasAll(reopen(newKey), kept))

  await t.test(
    'a process that knows only the old key fails with an error, and stores nothing',
    async (t) => {
      const stale = reopen(masterKey)
      await t.rejects(
        stale.get({ account_id, reference: kept[0]?.reference ?? '' }),
        VaultKeyUnknown,
      )
      await t.rejects(stale.put({ account_id, secret: 'lost' }), VaultKeyUnknown)
      await t.rejects(
        query(
          "insert into secrets (reference, account_id, nonce, sealed) values ('a', 'b', '', '')",
        ),
        /another key/,
      )
      await t.rejects(stale.get({ account_id, reference: 'nowhere' }), SecretMissing)
    },
  )
})

test('an interrupted rotation is run again', async (t) => {
  const { reopen, url, query } = await openVault(t)
  const kept = await storeMany(query)
  const ended = new AbortController()
  const keys = { masterKey: newKey, keyBefore: masterKey }
  const first = await rotateVault({
    ...{ url, ...keys, signal: ended.signal },
    onProgress: () => ended.abort(),
  })
  t.equal(first.outcome, 'interrupted')
  t.ok(first.underNew > 0 && first.others.length > 0, 'it was interrupted midway')
  t.ok(await hasAll(reopen(newKey, masterKey), kept), 'both keys read all of it')
  t.match(await rotateVault({ url, ...keys }), { outcome: 'done', others: [] })
  t.ok(await hasAll(reopen(newKey), kept))
})

test('rows that neither key decrypts are listed before anything changes', async (t) => {
  const { vault, reopen, url, query } = await openVault(t)
  const lost = await reopen(randomBytes(32)).put({ account_id, secret: 'lost' })
  const mine = await vault.put({ account_id, secret: 'mine' })
  const keys = { masterKey: newKey, keyBefore: masterKey }
  const newer = await reopen(newKey).put({
    account_id,
    secret: 'sealed by a process that has only the new key',
  })
  const refused = { outcome: 'refused', others: [lost], underNew: 1 }
  t.match(await rotateVault({ url, ...keys }), refused)
  t.equal((await query('select from sealing_key')).rowCount, 0)
  t.match(await rotateVault({ url, ...keys, lost: true }), { outcome: 'done', others: [lost] })
  const alone = reopen(newKey)
  t.equal(await alone.get({ account_id, reference: mine }), 'mine')
  t.ok(await alone.get({ account_id, reference: newer }))
  await t.rejects(alone.get({ account_id, reference: lost }), SecretMissing)
})

test('hooks keep their names through two rotations', async (t) => {
  const { vault, reopen, url } = await openVault(t)
  await vault.put({ account_id, secret: 'secret' })
  const naming = (key: Buffer, before: Buffer | null) => ({
    vault: reopen(key, before),
    config: { VAULT_KEY: key, VAULT_KEY_BEFORE: before },
  })
  const name = await hookName(naming(masterKey, null), 'app secret')
  t.equal(await hookName(naming(newKey, masterKey), 'app secret'), name)
  const third = randomBytes(32)
  await rotateVault({ url, masterKey: newKey, keyBefore: masterKey })
  t.equal(await hookName(naming(newKey, null), 'app secret'), name)
  await rotateVault({ url, masterKey: third, keyBefore: newKey })
  t.equal(await hookName(naming(third, null), 'app secret'), name)
  t.ok(await reopen(third).get(HOOK_KEY))
})

test('the secret of ids is made once, by whichever process asks first, and outlives rotations', async (t) => {
  const { reopen, url, query } = await openVault(t)
  const racing = Array.from({ length: 8 }, () => keepIdSecret(reopen()))
  const [secret, ...others] = await Promise.all(racing)
  t.equal(secret?.length, 32)
  for (const other of others) t.same(other, secret)
  await rotateVault({ url, masterKey: newKey, keyBefore: masterKey })
  t.same(await keepIdSecret(reopen(newKey)), secret)
  await t.rejects(
    keepIdSecret(reopen()),
    { name: 'VaultKeyUnknown' },
    'the old key opens it no more',
  )
  t.equal((await query('select from secrets')).rowCount, 2, 'beside the key of hooks')
  const another = await openVault(t)
  t.notSame(await keepIdSecret(another.vault), secret, 'another installation has another secret')
})

test('a secret of ids that no key opens is never replaced', async (t) => {
  const { reopen } = await openVault(t)
  const secret = await keepIdSecret(reopen())
  await t.rejects(keepIdSecret(reopen(newKey)), {
    name: 'IdSecretLost',
    message: /set the vault and the key/,
  })
  t.same(await keepIdSecret(reopen()), secret)
})

test('npm run vault:rotate reports how it ended', async (t) => {
  const { vault, url } = await openVault(t)
  await vault.put({ account_id, secret: 'secret' })
  const run = async (env: Record<string, string>, ...args: string[]) => {
    const [lines, told]: [string[], string[]] = [[], []]
    const print = async (line: string) => void lines.push(line)
    const note = (line: string) => void told.push(line)
    const given = { VAULT_URL: url, VAULT_KEY: newKey.toString('base64'), ...env }
    const signal = new AbortController().signal
    const code = await rotateTool({ args, env: given, print, note }, signal)
    return { code, last: lines.at(-1), told: told.join('\n') }
  }
  const refused = await run({})
  t.match(refused, { code: 1, told: /set VAULT_KEY_BEFORE/ })
  const done = await run({ VAULT_KEY_BEFORE: masterKey.toString('base64') })
  t.match(done, { code: 0, last: '2 rows under the new key, 0 under any other' })
  t.match(await run({}), { code: 0, last: done.last ?? '' })
  await t.rejects(run({}, '--never'), { name: 'UsageError' })
})
