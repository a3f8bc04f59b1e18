import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { Client } from 'pg'
import { type Test, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { jetstreamManager } from '../kit/jetstream-manager.ts'
import { environmentOf, startProcess } from '../kit/product-process.ts'
import { startWorld } from '../kit/world.ts'
import { fromAsync, published } from '../projectors/relay/relaying.ts'

const ROLE_SQL = new URL('../../deploy/postgres/relay-role.sql', import.meta.url)
const PHONE = '5531994130001'
const TEXT = 'Palavra-do-relay'

test('a relay of ids works with a role of the vault that can read nothing', async (t) => {
  const world = await startWorld({ emptyServers: true })
  t.teardown(() => world.stop())
  await world.userWrites(PHONE, TEXT)
  await eventually(async () => {
    const { body } = await world.api().get<{ data: { text: string }[] }>('/messages')
    return body.data[0]?.text === TEXT
  })
  const { config } = world.product()
  const VAULT_URL = await relayRole(t, config.VAULT_URL)
  for (const table of ['fact_keys', 'secrets', 'known_log', 'sealing_key'])
    await t.rejects(run(VAULT_URL, `select * from ${table}`), { code: '42501' }, table)
  await t.rejects(run(VAULT_URL, 'create table public.mine (id text)'), { code: '42501' })

  await world.product().stop()
  await jetstreamManager(config.NATS_URL, (manager) => manager.streams.delete('EVENTS'))
  const relay = await startProcess('projectors', {
    ...environmentOf(config),
    ...{ PROJECTORS_ROLE: 'relay', RELAY_CONTENT: 'ids', VAULT_URL },
    VAULT_KEY: randomBytes(32).toString('base64'),
  })
  t.teardown(() => relay.kill())
  const { store } = connectEventStore(config.EVENTSTORE_URL)
  t.teardown(() => store.close())
  const logged = (await fromAsync(store.readAll({ from: 'start' }))).map(({ id }) => id)
  const all = await eventually(async () => {
    const now = await published(config.NATS_URL)
    return now.length >= logged.length && now
  })
  t.same(
    all.map(({ event }) => event.id),
    logged,
  )
  t.ok(all.some(({ subject }) => subject.endsWith('.MessageReceived')))
  t.notMatch(JSON.stringify(all), new RegExp(`${PHONE}|${TEXT}|"sealed"`))
})

/** Makes the role as an operator would, under a name of its own. @returns the address of the vault as this role */
async function relayRole(t: Test, vaultUrl: string): Promise<string> {
  const name = `relay_${randomBytes(6).toString('hex')}`
  const address = Object.assign(new URL(vaultUrl), { username: name, password: 'relay-1' })
  const statements = (await readFile(ROLE_SQL, 'utf8'))
    .replaceAll('recado_relay', name)
    .replaceAll(":'password'", "'relay-1'")
    .replaceAll(':"DBNAME"', address.pathname.slice(1))
  await run(vaultUrl, statements)
  t.teardown(() => run(vaultUrl, `drop owned by ${name}; drop role ${name}`))
  return address.href
}

async function run(connectionString: string, statements: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}
