import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@recado/infra/config'
import { backUp } from '@recado/standalone/backup/back-up'
import { restore } from '@recado/standalone/backup/restore'
import pg from 'pg'
import { type Test, test } from 'tap'
import { recoverAfter } from '../../command-api/messages/recover-after.ts'
import { post, sendingWorld, somePhone } from '../../command-api/messages/sending-world.ts'
import { ended, runStore, startStore } from '../../kit/event-store.ts'
import { eventually } from '../../kit/eventually.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { type Product, startProduct } from '../../kit/product.ts'
import { OPERATOR_TOKEN } from '../../kit/product-servers.ts'

type Listed = {
  readonly data: readonly {
    readonly message_id: string
    readonly send_state: string
    readonly attempts: number
    readonly recipient: { readonly phone: string }
  }[]
  readonly total: number
  readonly suspended_at: string | null
}
type Servers = { readonly log: string; readonly vault: string }

const MINUTE = 60_000
const THROTTLED = { kind: 'error', code: 130429 }
const LOST_ANSWER = { kind: 'reset', accept: true }

const store = await startStore('suspended')
const settings = { EVENTSTORE_URL: store.url, SEND_RETRY_MS: '0', OPERATOR_TOKEN }
const world = await sendingWorld(settings)

test('what was open in a backup goes out again only when an operator says so', async (t) => {
  t.after(async () => {
    await world.close()
    await store.stop()
  })
  const { id, key } = await world.account()
  const connection = await world.connection(id)
  const send = (text: string, more: object = {}) => ({
    from: connection.id,
    to: somePhone(),
    text,
    ...more,
  })
  /** The texts of all calls that the provider has received. */
  const called = async () =>
    (await world.calls())
      .filter(({ method, url }) => method === 'POST' && String(url).endsWith('/messages'))
      .map(({ body }) => JSON.parse(String(body)).text.body as string)

  // One has sent nothing yet, and two may have gone out: one of them is to be repeated.
  await world.fault(THROTTLED)
  await post(world, key, '/messages', send('deferred'))
  await world.fault(LOST_ANSWER)
  await post(world, key, '/messages', send('to be repeated', { on_unknown: 'retry' }))
  await world.fault(LOST_ANSWER)
  await post(world, key, '/messages', send('unknown'))
  t.same(await called(), ['deferred', 'to be repeated', 'unknown'])

  const folder = await mkdtemp(join(tmpdir(), 'recado-backup-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const lost = { log: store.databaseUrl, vault: world.environment.VAULT_URL }
  await backUp(lost, join(folder, 'made'))
  await store.kill()
  const files = () => copied(t, lost.log)
  const logs = [await files(), await files()] as const
  const vaultFiles = await copied(t, lost.vault)
  await store.restart()

  // After the backup they go out.
  await recoverAfter(world, MINUTE, async () => (await called()).length === 5)
  const sent = await called()
  t.same([...sent].sort(), ['deferred', 'deferred', 'to be repeated', 'to be repeated', 'unknown'])

  /** Starts the product on a restored log and sends something new, which only recovery can bring to an end. */
  const startedOn = async (t: Test, servers: Servers) => {
    await world.forget()
    const product = await productOn(t, servers)
    const suspended = async () => (await product.operator.get<Listed>('/suspended-sends')).body
    await eventually(async () => (await suspended()).total === 3)
    await world.fault(THROTTLED)
    await product.api(key).post('/messages', send('new'))
    await eventually(async () => (await called()).length === 2)
    t.same(await called(), ['new', 'new'], 'nothing else goes out by itself')
    return { product, suspended }
  }

  await t.test('after npm run restore, over restarts and rebuilds', async (t) => {
    const back = { log: await empty(t, 'log_back'), vault: await empty(t, 'vault_back') }
    const masterKey = Buffer.from(world.environment.VAULT_KEY, 'base64')
    await restore(back, join(folder, 'made'), { masterKey })
    const first = await startedOn(t, back)
    await first.product.stop()
    const { product, suspended } = await startedOn(t, back)

    const { data, suspended_at } = await suspended()
    t.match(suspended_at, /^20/)
    t.match(data, [
      { account_id: id, send_state: 'deferred', attempts: 1, status: 'pending' },
      { send_state: 'unresolved', attempts: 1 },
      { send_state: 'unresolved', attempts: 1, recipient: { phone: /^55/ } },
    ])
    const status = await product.operator.get<{ data: { failing: object[] } }>('/status')
    t.match(
      status.body.data.failing.filter((one) => 'what' in one && one.what === 'suspended_sends'),
      [{ why: /^3 sends/, since: suspended_at }],
    )
    const [deferred, repeated] = data.map(({ message_id }) => message_id)
    const { operator } = product
    t.match(await product.api(key).get(`/trace/messages/${deferred}`), { status: 200 })
    t.equal((await operator.post(`/suspended-sends/${randomUUID()}/release`)).status, 404)
    t.equal((await operator.post(`/suspended-sends/${deferred}/release`)).status, 200)
    await eventually(async () => (await called()).includes('deferred'))
    t.equal((await operator.post(`/suspended-sends/${deferred}/release`)).status, 404)
    t.equal((await operator.post(`/suspended-sends/${repeated}/give-up`)).status, 200)
    t.match(await product.api(key).get(`/messages?status=failed`), {
      body: { data: [{ message_id: repeated, error: { code: 'given_up_after_restore' } }] },
    })
    t.match(await operator.post('/suspended-sends/release'), {
      body: { data: { settled: 1, left: 0 } },
    })
    t.match(await suspended(), { data: [], total: 0 })
    t.same(await called(), ['new', 'new', 'deferred'])
  })

  await t.test('after a copy of the files of the log', async (t) => {
    const { product, suspended } = await startedOn(t, { log: logs[0], vault: lost.vault })
    t.match(await product.operator.post('/suspended-sends/give-up'), {
      body: { data: { settled: 3, left: 0 } },
    })
    t.equal((await suspended()).total, 0)
  })

  await t.test('after a copy of the files of log and vault', async (t) => {
    const { product } = await startedOn(t, { log: logs[1], vault: vaultFiles })
    t.match(await product.operator.post('/suspended-sends/release'), {
      body: { data: { settled: 3, left: 0 } },
    })
    await eventually(async () => (await called()).length === 4)
    t.same((await called()).sort(), ['deferred', 'new', 'new', 'to be repeated'])
  })
})

/** Starts the product on a log and a vault, with new read models. */
async function productOn(t: Test, { log, vault }: Servers): Promise<Product> {
  const { child, port } = await runStore(log, 0)
  const read = await empty(t, 'read_back')
  const servers = readConfig({
    ...world.environment,
    EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false`,
    DATABASE_URL: read,
    VAULT_URL: vault,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
  })
  const product = await startProduct({ servers })
  const stop = async () => {
    await product.stop()
    await ended(child, 'SIGKILL')
  }
  t.teardown(stop)
  return { ...product, stop }
}

async function empty(t: Test, name: string): Promise<string> {
  const database = await testDatabase(name)
  t.teardown(() => database.drop())
  return database.url
}

/** A copy of a database's files, as an administrator would make it of a server's folder. */
async function copied(t: Test, url: string): Promise<string> {
  const made = new URL(await empty(t, 'copied'))
  const [of, to] = [new URL(url).pathname.slice(1), made.pathname.slice(1)]
  const server = new URL(url)
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    of,
  ])
  await client.query(`drop database "${to}"`)
  await client.query(`create database "${to}" template "${of}" strategy file_copy`)
  await client.end()
  return made.href
}
