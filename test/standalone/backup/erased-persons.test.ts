import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backUp } from '@recado/standalone/backup/back-up'
import { restore } from '@recado/standalone/backup/restore'
import { Client } from 'pg'
import { type Test, test } from 'tap'
import { listed } from '../../kit/contacts.ts'
import { ended, runStore, startStore } from '../../kit/event-store.ts'
import { eventually } from '../../kit/eventually.ts'
import { keyedLog } from '../../kit/keyed-log.ts'
import { metaSays, textFrom } from '../../kit/meta-says.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { type Product, startProduct } from '../../kit/product.ts'
import { startWorld } from '../../kit/world.ts'
import { openSink } from '../../projectors/webhooks/dispatcher/sink.ts'

const PHONE = '5531994550001'
const TOLD = [PHONE, 'Segredo-de-Ontem', 'Nina-de-Ontem']
const PATHS = [
  ...['/contacts', '/conversations', '/messages', '/webhook-events?limit=200', '/events?limit=200'],
  ...['/webhooks/deliveries', `/find?q=${PHONE}`],
]
const saysIt = (text: string) => TOLD.some((word) => text.includes(word))

test('a person who was erased after the backup is shown to nobody by what is restored', async (t) => {
  const temporary = await mkdtemp(join(tmpdir(), 'recado-erased-'))
  const ERASURES_DIR = await mkdtemp(join(tmpdir(), 'recado-erasures-'))
  for (const folder of [temporary, ERASURES_DIR]) t.teardown(() => rm(folder, { recursive: true }))
  const store = await startStore('erased_later')
  t.teardown(() => store.stop())
  const world = await startWorld({ settings: { EVENTSTORE_URL: store.url, ERASURES_DIR } })
  t.teardown(() => world.stop())
  const { connection, tenant } = world
  const { config } = world.product()
  const sink = await openSink()
  t.teardown(() => sink.close())
  sink.answer = 500
  await world.api().put('/webhooks', { connection_id: connection.id, url: sink.url })
  const contacts = [{ profile: { name: TOLD[2] }, wa_id: PHONE }]
  const messages = [textFrom({ phone: PHONE }, { text: { body: TOLD[1] } })]
  await metaSays(world, { contacts, messages })
  const id = await eventually(
    async () => (await listed({ api: world.api() }, `phone=${PHONE}`)).ids[0],
  )
  await eventually(() => sink.hits.length > 0)

  const made = join(temporary, 'yesterday')
  await backUp({ log: store.databaseUrl, vault: config.VAULT_URL }, made)
  await world.api().call({ method: 'DELETE', path: `/contacts/${id}` })
  await eventually(async () => (await erasureOf(world.product(), tenant.key, id)) === 'done')
  await world.product().stop()
  await store.kill()
  sink.answer = 200
  const hitsBefore = sink.hits.length

  const fresh = await freshDatabases(t)
  await restore(fresh, made, { masterKey: config.VAULT_KEY })
  const { child, port } = await runStore(fresh.log, 0)
  t.teardown(() => ended(child, 'SIGKILL'))
  const EVENTSTORE_URL = `esdb://127.0.0.1:${port}?tls=false`
  const urls = { EVENTSTORE_URL, DATABASE_URL: fresh.read, VAULT_URL: fresh.vault }
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const back = await startProduct({ servers: { ...config, ...urls, LOG_LEVEL: 'warn' }, logTo })
  t.teardown(() => back.stop())
  t.match(await back.api(tenant.key).get('/contacts'), {
    status: 503,
    body: { error: { message: /erased/ } },
  })
  const leaks: string[] = []
  await eventually(async () => {
    for (const path of [...PATHS, `/contacts/${id}`, `/contacts/${id}/export`]) {
      const { body } = await back.api(tenant.key).get(path)
      if (saysIt(JSON.stringify(body))) leaks.push(path)
    }
    return (await erasureOf(back, tenant.key, id)) === 'done'
  })
  t.same(leaks, [], 'from the first moment on no answer has a word of it')
  for (const path of PATHS) t.equal((await back.api(tenant.key).get(path)).status, 200, path)
  t.match((await back.api(tenant.key).get(`/contacts/${id}`)).body, { data: { erased: true } })
  const after = sink.hits.slice(hitsBefore).map(({ body }) => body)
  t.same(after.filter(saysIt), [], 'and nothing is delivered that waited in the backup')
  t.same(await tablesWith([fresh.read, fresh.vault]), [])
  t.same(await factsWith({ ...config, ...urls }), [])
  t.notOk(lines.some(saysIt))
  t.ok(
    lines.some((line) => /"persons":1/.test(line)),
    'it says how many were erased again',
  )
})

async function erasureOf({ api }: Product, key: string, id: string): Promise<unknown> {
  type Shown = { data?: { status: string } }
  return (await api(key).get<Shown>(`/contacts/${id}/erasure`)).body.data?.status
}

async function freshDatabases(t: Test) {
  const fresh = async (name: string) => {
    const database = await testDatabase(name)
    t.teardown(() => database.drop())
    return database.url
  }
  const [log, vault, read] = await Promise.all(
    ['log_again', 'vault_again', 'read_again'].map(fresh),
  )
  return { log: String(log), vault: String(vault), read: String(read) }
}

async function factsWith(config: Product['config']): Promise<readonly string[]> {
  const { store } = keyedLog(config)
  const found: string[] = []
  for await (const { type, data } of store.readAll({ from: 'start' }))
    if (saysIt(JSON.stringify(data))) found.push(type)
  await store.close()
  return found
}

async function tablesWith(urls: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const url of urls) {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ name: string }>(`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`)
    for (const { name } of rows) {
      const patterns = TOLD.map((word) => `%${word}%`)
      const hits = await client.query(`select 1 from ${name} t where t::text ilike any($1)`, [
        patterns,
      ])
      if (hits.rowCount) found.push(name)
    }
    await client.end()
  }
  return found
}
