import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import { t as file, test } from 'tap'
import { auditedWhole } from '../kit/audited.ts'
import { browser, PASSWORD, signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { factsWith, tablesWith } from '../kit/left-of.ts'
import { keepVault, restoreVault } from '../kit/restored-vault.ts'
import { startWorld } from '../kit/world.ts'

type User = { id: string; email: string }
type Users = { data: User[] }
type Keys = { data: { created_by: { id: string; name: string | null; removed: boolean } }[] }

const folder = await mkdtemp(join(tmpdir(), 'erasures-'))
const world = await startWorld({ settings: { ERASURES_DIR: folder } })
file.teardown(async () => {
  await world.stop()
  await rm(folder, { recursive: true })
})
const BROWSER = 'Navegador-da-Bia'

const account = () => world.tenant.id
const signIn = (email: string, role: string) => signedIn(world.product(), account(), email, role)
const owner = await signIn('ana@erased.example', 'owner')
const users = async () => (await owner.get<Users>('/users')).body.data
const idOf = async (email: string) => (await users()).find((one) => one.email === email)?.id ?? ''

/** Whoever has the keys finds nothing any more. */
const gone = (...words: readonly string[]) =>
  eventually(async () => (await factsWith(world.product(), words)).length === 0)

const databases = () => {
  const { DATABASE_URL, VAULT_URL } = world.product().config
  return [DATABASE_URL, VAULT_URL]
}

/** The rows of the users, and of what erasures did. */
const rows = async () => {
  const { pool } = world.product().deps
  const read = async (table: string) =>
    (await pool.query(`select * from ${table} order by id`)).rows as readonly object[]
  return [await read('users'), await read('erasures')]
}

test('an owner erases a user, and nobody else', async (t) => {
  const email = 'bia@erased.example'
  const page = await signIn(email, 'developer')
  const { status } = await browser(world.product()).call({
    method: 'POST',
    path: '/session',
    body: { email, password: PASSWORD },
    headers: { 'user-agent': BROWSER },
  })
  t.equal(status, 201)
  await page.post('/api-keys', { name: 'CRM', scopes: ['read'] })
  const id = await eventually(() => idOf(email))
  const mine = await idOf('ana@erased.example')
  t.equal((await page.post(`/users/${mine}/erasure`)).status, 403, 'only an owner may')
  t.match(await owner.post(`/users/${mine}/erasure`), { status: 422 }, 'the last owner stays')
  t.equal((await owner.post(`/users/${account()}/erasure`)).status, 404)

  const erased = await owner.post(`/users/${id}/erasure`)
  t.match(erased, { status: 202, body: { data: { id, erased_at: /^2/ } } })
  t.equal((await page.get('/session')).status, 401, 'the sessions have ended')
  await gone(email, BROWSER)
  t.same(await factsWith(world.product(), ['ana@erased.example']), ['UserAdded'])
  for (const url of databases()) t.same(await tablesWith(url, [email, BROWSER]), [])
  t.same(await readdir(folder), [`${id}.json`])
  const { body } = await owner.get<Keys>('/api-keys')
  t.match(
    body.data.map(({ created_by }) => created_by).find((by) => by.id === id),
    { id, name: null, removed: true },
    'what the user did names an id alone',
  )
  t.same((await owner.post(`/users/${id}/erasure`)).body, erased.body, 'twice is the same')
  t.same((await auditedWhole(world.product().config)).findings, [])
})

test('the password hash goes with the user', async (t) => {
  const email = 'caio@erased.example'
  await signIn(email, 'viewer')
  const id = await eventually(() => idOf(email))
  const { pool, vault } = world.product().deps
  const reference = await eventually(async () => {
    const found = await pool.query('select password_ref from users where id = $1', [id])
    return String(found.rows[0]?.password_ref ?? '')
  })
  const at = { account_id: account(), reference }
  t.ok(await vault.get(at))
  await owner.post(`/users/${id}/erasure`)
  await eventually(async () => {
    const vaultPool = openPool(world.product().config.VAULT_URL, { max: 1 })
    const left = await vaultPool.query('select from secrets where reference = $1', [at.reference])
    await vaultPool.end()
    return left.rowCount === 0
  })
})

test('the operator erases who was removed before, and whoever has an address', async (t) => {
  const { operator } = world.product()
  const [gil, rui] = ['gil@erased.example', 'rui@erased.example']
  await signIn(gil, 'viewer')
  await signIn(rui, 'viewer')
  const removed = await eventually(() => idOf(gil))
  const present = await eventually(() => idOf(rui))
  t.equal((await owner.call({ method: 'DELETE', path: `/users/${removed}` })).status, 200)
  t.not((await factsWith(world.product(), [gil])).length, 0, 'who is removed keeps a name')
  t.match(await operator.post(`/users/${removed}/erasure`), { status: 202 })
  t.match(await operator.post(`/users/${rui}/erasure`), {
    status: 202,
    body: { data: [{ id: present }] },
  })
  await gone(gil, rui)
  t.equal((await operator.post('/users/nobody@erased.example/erasure')).status, 404)
})

test('erased users stay erased after a rebuild and a restore', async (t) => {
  const email = 'eva@erased.example'
  await signIn(email, 'viewer')
  const id = await eventually(() => idOf(email))
  const { VAULT_URL } = world.product().config
  const kept = await keepVault(VAULT_URL)
  await owner.post(`/users/${id}/erasure`)
  await gone(email)
  await eventually(async () => {
    const [, erasures] = await rows()
    return erasures?.every((row) => Reflect.get(row, 'erased_at') !== null)
  })
  const before = await rows()
  await world.restart(async ({ DATABASE_URL }) => {
    await restoreVault(VAULT_URL, kept)
    const pool = openPool(DATABASE_URL, { max: 1 })
    await pool.query(`drop schema ${READ_SCHEMA} cascade`)
    await pool.end()
  })
  await gone(email)
  await eventually(async () => JSON.stringify(await rows()) === JSON.stringify(before))
  t.same(await rows(), before, 'the same rows')
})
