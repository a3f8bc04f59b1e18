import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepErasure } from '@recado/application/contacts/kept-erasures'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import { t as file, test } from 'tap'
import { PDF, padded } from '../command-api/media/sample-files.ts'
import { auditedWhole } from '../kit/audited.ts'
import { browser, PASSWORD, signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { factsWith, tablesWith } from '../kit/left-of.ts'
import { textsPost } from '../kit/meta-post.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { type KeptVault, keepVault, restoreVault } from '../kit/restored-vault.ts'
import { postSale, saleNotice } from '../kit/sales.ts'
import { sendMessage } from '../kit/sent.ts'
import { addOfficial, openTenant, type Tenant, type TestConnection } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'
import { everything } from './rebuilt.ts'

// The contract of one account ends; another account knows the same person.

type Progress = { data: { status: string; rows: number; keys: number; erased_at: string | null } }

const PHONE = '5531994880001'
const WORD = 'Segredo-da-Conta'
const EMAIL = 'dona@ended.example'

const files = await mkdtemp(join(tmpdir(), 'copies-'))
const folder = await mkdtemp(join(tmpdir(), 'erasures-'))
const world = await startWorld({ settings: { MEDIA_STORE: files, ERASURES_DIR: folder } })
file.teardown(async () => {
  await world.stop()
  await rm(files, { recursive: true })
  await rm(folder, { recursive: true })
})
const { tenant, connection, customer } = world
const operator = () => world.product().operator
const erasure = `/accounts/${tenant.id}/erasure`
const name = async () =>
  (await operator().get<{ data: { name: string } }>(`/accounts/${tenant.id}`)).body.data.name

/** The other account, as clients see it. */
let other: Tenant
let theirs: TestConnection
let backup: KeptVault
const shown = () => everything({ api: () => world.product().api(other.key) })

const post = (to: TestConnection, text: string) => {
  const { payload, headers } = textsPost(to, PHONE, [`wamid.${text}`], text)
  return world.product().commandApp.inject({ method: 'POST', url: to.hook, payload, headers })
}

const total = async (path: string, by: Tenant = tenant) => {
  const api = world.product().api(by.key)
  return (await api.get<{ pagination: { total: number } }>(path)).body.pagination.total
}

const isDone = async (id: string) => {
  const { body } = await operator().get<Partial<Progress>>(`/accounts/${id}/erasure`)
  return body.data?.status === 'done' && body.data
}

/** Something in every table: what an account has after some days. */
async function livedIn(): Promise<void> {
  const api = world.api()
  await signedIn(world.product(), tenant.id, EMAIL)
  await api.put('/webhooks', { connection_id: connection.id, url: customer.url })
  await metaSays(world, {
    contacts: [{ profile: { name: `Nome ${WORD}` }, wa_id: PHONE }],
    messages: [textFrom({ phone: PHONE }, { text: { body: `Oi ${WORD}` } })],
  })
  await eventually(async () => (await total('/messages')) === 1)
  const { body } = await api.get<{ data: { id: string }[] }>('/conversations')
  await sendMessage(api, { conversation_id: body.data[0]?.id, text: `Resposta ${WORD}` })
  await world.sim('POST', `/users/${PHONE}/messages`, {
    phone_number_id: connection.phone_number_id,
    type: 'document',
    document: {
      ...{ caption: WORD, filename: `${WORD}.pdf`, mime_type: 'application/pdf' },
      data: padded(PDF, 30_000).toString('base64'),
    },
  })
  await world.postHook(severalChanges())
  await eventually(async () => (await total('/messages')) === 5)
  // A status of a message that nobody knows.
  await metaSays(world, {
    statuses: [
      { id: 'wamid.nobody', status: 'read', timestamp: '1767225700', recipient_id: PHONE },
    ],
  })
  await postSale(world.product(), tenant, saleNotice({ phone: PHONE, product_id: 'sku-9' }))
  await eventually(async () => (await total('/sales')) === 1)
  await eventually(async () => (await stored()).length > 0)
  // Four messages that the person wrote, and three statuses of the answer.
  await eventually(async () => (await total('/webhooks/deliveries?status=delivered')) === 7)
}

/** A post whose body is kept apart, because it brings several changes. */
function severalChanges(): string {
  const { phone_number_id, phone_number_digits, waba_id } = connection
  const metadata = { display_phone_number: phone_number_digits, phone_number_id }
  const changes = ['um', 'dois'].map((text) => ({
    field: 'messages',
    value: {
      ...{ messaging_product: 'whatsapp', metadata },
      messages: [textFrom({ phone: PHONE }, { text: { body: `${WORD} ${text}` } })],
    },
  }))
  const entry = [{ id: waba_id, time: 1767225600, changes }]
  return JSON.stringify({ object: 'whatsapp_business_account', entry })
}

const stored = async () =>
  (await readdir(files, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())

test('an account is erased whole, and the other one does not notice', async (t) => {
  other = await openTenant(world.product())
  theirs = await addOfficial(world.product(), other.id)
  t.equal((await post(theirs, 'outra-conta')).statusCode, 200)
  await eventually(async () => (await total('/messages', other)) === 1)
  await livedIn()
  const before = await shown()
  backup = await keepVault(world.product().config.VAULT_URL)

  t.match(await operator().post(erasure, { name: 'Another' }), { status: 422 })
  t.equal((await operator().get(erasure)).status, 404, 'nothing has begun')
  const begun = await operator().post<Progress>(erasure, { name: await name() })
  t.match(begun, { status: 202, body: { data: { account_id: tenant.id } } })
  t.equal((await world.api().get('/contacts')).status, 401, 'its keys are unknown')
  const digits = { phone_number_digits: '551100000000' }
  const unknown = await post({ ...theirs, ...digits, phone_number_id: 'nobody' }, 'nobody')
  const late = await post({ ...connection, ...digits }, 'late')
  t.same([late.statusCode, late.body], [unknown.statusCode, unknown.body], 'and its numbers')
  const page = browser(world.product())
  t.equal((await page.post('/session', { email: EMAIL, password: PASSWORD })).status, 401)
  t.equal(
    (
      await operator().post(`/accounts/${tenant.id}/api-keys`, {
        ...{ name: 'x', scopes: ['read'] },
      })
    ).status,
    404,
  )

  const done = await eventually(() => isDone(tenant.id))
  t.ok(done.rows > 10 && done.keys > 10, `${done.rows} rows and ${done.keys} facts`)
  t.match(await operator().post(erasure, { name: 'Whatever' }), {
    status: 202,
    body: { data: done },
  })
  t.strictSame(await shown(), before, 'the other account is as it was')
  t.equal(
    customer.arrivals.some(({ body }) => String(body).includes('late')),
    false,
  )
})

/** Where its ids are left, with times and counts. */
const LEFT = ['control.account_erasures', 'erased_accounts', 'erasures', 'journal_days']

const leftIn = async () => {
  const named = await tablesWith(world.product().config.DATABASE_URL, [tenant.id, connection.id])
  // The tables of the log itself are in the schema public.
  return named
    .filter((table) => !table.startsWith('public.'))
    .map((table) => table.replace(`${READ_SCHEMA}.`, ''))
}

test('nothing of it is left but ids, times and counts', async (t) => {
  const { DATABASE_URL, VAULT_URL } = world.product().config
  const words = [WORD, EMAIL, connection.phone_number_digits, tenant.sales_secret]
  t.same(await factsWith(world.product(), words), [], 'whoever has the keys reads nothing')
  for (const url of [DATABASE_URL, VAULT_URL]) t.same(await tablesWith(url, words), [])
  const secrets = await tablesWith(VAULT_URL, [tenant.id])
  t.notOk(secrets.includes('public.secrets'), 'the vault has no secret of it')
  t.same(await leftIn(), LEFT)
  t.same(await stored(), [], 'no copy of a file')
  t.same(await factsWith(world.product(), [PHONE]).then((found) => found.length > 0), true)
  const { findings } = await auditedWhole(world.product().config)
  t.same(
    findings.filter(({ what }) => what !== 'erased'),
    [],
    'nobody is accused',
  )
  t.same(await readdir(folder), [`${tenant.id}.json`])
})

test('its number and the addresses of its users are free', async (t) => {
  const { phone_number_id, phone_number_digits, waba_id } = connection
  const again = await openTenant(world.product())
  const { token, app_secret } = connection
  const number = { phone_number_id, phone_number_digits, waba_id, token, app_secret }
  t.ok((await addOfficial(world.product(), again.id, number)).id)
  t.ok(await signedIn(world.product(), again.id, EMAIL))
})

/** Drops the read models and all that is derived, and starts again. */
const rebuilt = (between: () => Promise<void> = async () => undefined) =>
  world.restart(async ({ DATABASE_URL }) => {
    await between()
    const pool = openPool(DATABASE_URL, { max: 1 })
    await pool.query(`drop schema ${READ_SCHEMA} cascade; drop schema control cascade`)
    await pool.end()
  })

const erasures = async () =>
  (await world.product().deps.pool.query('select * from erasures order by id')).rows

test('a rebuild gives the same rows', async (t) => {
  const [before, rows] = [await shown(), await erasures()]
  await rebuilt()
  await eventually(async () => (await leftIn()).join() === LEFT.join())
  t.strictSame(await shown(), before)
  t.same(await erasures(), rows)
})

test('a restore of the vault or the log erases again', async (t) => {
  const { VAULT_URL } = world.product().config
  await rebuilt(() => restoreVault(VAULT_URL, backup))
  await eventually(async () => (await factsWith(world.product(), [WORD])).length === 0)
  t.same(await tablesWith(VAULT_URL, [tenant.id]), await tablesWith(VAULT_URL, ['nothing']))

  const again = await openTenant(world.product())
  const answers = async () => (await world.product().api(again.key).get('/contacts')).status
  // Nothing is served before what the restored vault had back is destroyed once more.
  await eventually(async () => (await answers()) === 200)
  // As a log that was restored from before the erasure has it.
  await keepErasure(folder, { account_id: again.id, requested_at: '2026-01-01T00:00:00.000Z' })
  await world.restart(async () => undefined)
  t.ok(await eventually(async () => (await answers()) === 401))
  t.ok(await eventually(() => isDone(again.id)))
})

test('an erasure that is interrupted goes on', async (t) => {
  const before = await shown()
  const last = await openTenant(world.product())
  const number = await addOfficial(world.product(), last.id)
  // Intake is at work on them when the erasure begins.
  for (let n = 0; n < 20; n++) await post(number, `Ultimo-${n}`)
  const { body } = await operator().get<{ data: { name: string } }>(`/accounts/${last.id}`)
  const erased = await operator().post(`/accounts/${last.id}/erasure`, { name: body.data.name })
  t.equal(erased.status, 202)
  await world.restart(async () => undefined)
  t.ok(await eventually(() => isDone(last.id)))
  t.same(await factsWith(world.product(), ['Ultimo-']), [])
  t.strictSame(await shown(), before)
})
