import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUp, readManifest } from '@recado/standalone/backup/back-up'
import { restore } from '@recado/standalone/backup/restore'
import { test } from 'tap'
import { ended, runStore, startStore } from '../../kit/event-store.ts'
import { eventually } from '../../kit/eventually.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { type Product, startProduct } from '../../kit/product.ts'
import { startWorld } from '../../kit/world.ts'

type Messages = { data: { text: string }[]; pagination: { total: number } }

test('a backup of log and vault made during writes is enough to restore everything', async (t) => {
  const store = await startStore('backed_up')
  t.teardown(() => store.stop())
  const world = await startWorld({ settings: { EVENTSTORE_URL: store.url } })
  t.teardown(() => world.stop())
  const folder = await mkdtemp(join(tmpdir(), 'recado-backup-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const { connection, customer, tenant } = world
  const { config } = world.product()
  const secret = 'of-the-customer-and-nobody-else'
  await world.api().put('/webhooks', { connection_id: connection.id, url: customer.url, secret })
  const write = (n: number) => world.userWrites(`55319876${3000 + (n % 20)}`, `Oi ${n}`)
  for (let n = 0; n < 10; n++) await write(n)
  const total = async (of: Product, path: string) =>
    (await of.api(tenant.key).get<Messages>(path)).body.pagination.total
  const delivered = '/webhooks/deliveries?status=delivered'
  await eventually(async () => (await total(world.product(), delivered)) === 10)
  const arrived = customer.arrivals.map(({ body }) => body.id)

  let isCopying = true
  const busy = (async () => {
    for (let n = 10; isCopying; n++) await write(n)
  })()
  const databases = { log: store.databaseUrl, vault: config.VAULT_URL }
  const made = join(folder, 'made')
  const isFinished = () =>
    readManifest(made).then(
      () => true,
      () => false,
    )
  let finishedBefore: boolean | undefined
  const beside = async () => {
    finishedBefore = await isFinished()
  }
  const manifest = await backUp(databases, made, beside).finally(() => {
    isCopying = false
  })
  t.same(
    [finishedBefore, await isFinished()],
    [false, true],
    'the backup is complete when its last file exists',
  )
  await busy
  t.match(manifest.log, [{ table: 'events', sha256: /^[0-9a-f]{64}$/ }])
  await t.rejects(backUp(databases, made), /is not empty/)

  // Log, vault, read models and NATS are lost.
  await world.product().stop()
  await store.kill()
  const fresh = async (name: string) => {
    const database = await testDatabase(name)
    t.teardown(() => database.drop())
    return database.url
  }
  const back = { log: await fresh('log_back'), vault: await fresh('vault_back') }
  const keys = { masterKey: config.VAULT_KEY }
  await t.rejects(restore(back, folder, keys), /no complete backup/)
  await t.rejects(restore(back, made, { masterKey: Buffer.alloc(32) }), /neither VAULT_KEY/)
  await restore(back, made, keys)
  await t.rejects(restore(back, made, keys), /never overwritten/)
  const { child, port } = await runStore(back.log, 0)
  t.teardown(() => ended(child, 'SIGKILL'))
  const urls = {
    EVENTSTORE_URL: `esdb://127.0.0.1:${port}?tls=false`,
    DATABASE_URL: await fresh('read_back'),
    VAULT_URL: back.vault,
  }
  const start = async (DISPATCH: 'held' | 'on') => {
    const product = await startProduct({ servers: { ...config, ...urls, DISPATCH } })
    const url = await product.commandApp.listen({ port: 0, host: '127.0.0.1' })
    await world.sim('PUT', '/hook', { url: `${url}${connection.hook}` })
    return product
  }

  await t.test(
    'every fact from before the backup is there, and no webhook is called while dispatch is held',
    async (t) => {
      const held = await start('held')
      const before = customer.arrivals.length
      await eventually(async () => (await total(held, delivered)) >= 10)
      const { data } = (await held.api(tenant.key).get<Messages>('/messages?limit=200')).body
      const texts = data.map(({ text }) => text)
      for (let n = 0; n < 10; n++) t.ok(texts.includes(`Oi ${n}`), `Oi ${n}`)
      await world.userWrites('5531987653000', 'after the restore')
      const pending = '/webhooks/deliveries?status=pending'
      await eventually(async () => (await total(held, pending)) >= 1)
      t.equal(customer.arrivals.length, before, 'nothing is posted while dispatch is held')
      await held.stop()
    },
  )

  await t.test(
    'with dispatch on, new events are delivered with a signature, and those delivered before are not repeated',
    async (t) => {
      const before = customer.arrivals.length
      const released = await start('on')
      t.teardown(() => released.stop())
      const found = await eventually(() =>
        customer.arrivals.find(({ text }) => text.includes('after the restore')),
      )
      t.type(found.headers['x-service-signature'], 'string', 'the vault has its secret')
      const since = customer.arrivals.slice(before).map(({ body }) => body.id)
      t.same(
        since.filter((id) => arrived.includes(id)),
        [],
      )
    },
  )

  await t.test('a damaged or incomplete backup is refused, and nothing is restored', async (t) => {
    const other = { log: await fresh('log_other'), vault: await fresh('vault_other') }
    const events = join(made, 'log', 'events')
    const whole = await readFile(events, 'utf8')
    const last = whole.at(-2)
    await writeFile(events, `${whole.slice(0, -2)}${last === '1' ? '2' : '1'}\n`)
    const damaged = /^this backup is damaged: /
    await t.rejects(restore(other, made, keys), { message: damaged })
    const rows = whole.trimEnd().split('\n')
    for (const [what, text] of [
      ['cut within a row', whole.slice(0, -whole.length / 3)],
      ['empty', ''],
      ['a row that is no row', `${whole}nonsense\n`],
      ['a row twice', `${whole}${rows.at(-1)}\n`],
      ['rows in another order', `${rows.toReversed().join('\n')}\n`],
    ] as const) {
      await writeFile(events, text)
      await t.rejects(restore(other, made, keys), { message: damaged }, what)
    }
    await rm(events)
    await t.rejects(restore(other, made, keys), { message: damaged }, 'a file is missing')
    const file = join(made, 'backup.json')
    const written = await readFile(file, 'utf8')
    const named = written.replace('"events"', '"events; drop table events"')
    for (const text of [
      '',
      '{"made_at":',
      'null',
      '[]',
      '{}',
      '{"made_at":"2026","log":[{}]}',
      named,
    ]) {
      await writeFile(file, text)
      await t.rejects(restore(other, made, keys), { message: damaged }, text.slice(0, 30))
    }
    await writeFile(file, written)
    await mkdir(join(folder, 'half'))
    await t.rejects(restore(other, join(folder, 'half'), keys), /no complete backup/)
    await writeFile(events, whole)
    t.same((await restore(other, made, keys)).log, manifest.log)
  })
})
