import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Config } from '@recado/infra/config'
import { keepIdSecret } from '@recado/infra/vault/id-secret'
import { openVault } from '@recado/infra/vault/open-vault'
import { importTool } from '@recado/tools/import/import-tool'
import { Client } from 'pg'
import { test } from 'tap'
import { listed } from '../kit/contacts.ts'
import { startStore, type TestStore } from '../kit/event-store.ts'
import { eventually } from '../kit/eventually.ts'
import { keyedLog } from '../kit/keyed-log.ts'
import { NODE_FLAGS } from '../kit/node-flags.ts'
import { oldLogOf } from '../kit/old-log.ts'
import { copiedDatabase, testDatabase } from '../kit/postgres.ts'
import { type Product, startProduct } from '../kit/product.ts'
import { environmentOf, PROGRAMS } from '../kit/product-process.ts'
import { runTool } from '../kit/run-tool.ts'
import { sendMessage } from '../kit/sent.ts'
import { startWorld } from '../kit/world.ts'
import { everything, templatesListed } from '../slices/rebuilt.ts'

const PHONE = '5531994120001'
const WORDS = [PHONE, 'Palavra-de-antes', 'Nome-de-antes', 'Resposta-de-antes']
const START_MS = 30_000
const NO_PORTS = { PORT: '0', INTERNAL_PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' }
/** What a client called its requests, which named a person. */
const ASKED = 'order-of-the-person'
const OTHERS = 'Palavra-da-outra'

test('facts of a log from before facts were sealed', async (t) => {
  const world = await startWorld({ emptyServers: true })
  t.teardown(() => world.stop())
  const { tenant } = world
  await world.userWrites(PHONE, 'Palavra-de-antes')
  await world.userWrites('5531994120002', OTHERS)
  const [id = ''] = await eventually(async () => {
    const { ids } = await listed({ api: world.api() }, `phone=${PHONE}`)
    return ids.length > 0 && ids
  })
  await world.api().patch(`/contacts/${id}`, { name: 'Nome-de-antes' })
  const path = `/conversations?contact_id=${id}`
  const { body } = await world.api().get<{ data: { id: string }[] }>(path)
  await sendMessage(world.api(), { conversation_id: body.data[0]?.id, text: 'Resposta-de-antes' })
  await settled(world.product(), tenant.key)
  const before = await everything(world)
  const { config } = world.product()
  await world.product().stop()
  const old = await oldLogOf(config, ASKED)
  t.teardown(() => old.stop())
  t.ok((await factsWith(old, WORDS)) > 4, 'the log says of the person what it says')
  t.ok((await factsWith(old, [ASKED])) > 4)

  await t.test('are refused at the start, with one line', async (t) => {
    for (const name of ['command-api', 'query-api', 'projectors'] as const) {
      const { code, said } = await started(name, { ...config, EVENTSTORE_URL: old.url })
      t.equal(code, 1, name)
      t.match(said, /^[^\n]*npm run import[^\n]*\n$/, name)
    }
  })

  const fresh = await startStore('sealed_log')
  t.teardown(() => fresh.stop())
  const imported = (vault: object, ...urls: string[]) =>
    runTool(
      (console) => importTool({ ...console, env: { ...vault } }, new AbortController().signal),
      config,
      ...['--from-url', urls[0] ?? '', '--to-url', urls[1] ?? ''],
    )
  await t.test('are not copied without a vault to seal them with', async (t) => {
    await t.rejects(imported({}, old.url, fresh.url), {
      name: 'UsageError',
      message: /VAULT_URL and VAULT_KEY/,
    })
    t.equal(await factsWith(fresh, ['']), 0)
  })
  await t.test('are not copied with the vault of another log', async (t) => {
    const stranger = await testDatabase('stranger')
    t.teardown(() => stranger.drop())
    const env = { VAULT_URL: stranger.url, VAULT_KEY: config.VAULT_KEY.toString('base64') }
    await t.rejects(imported(env, old.url, fresh.url), { message: /secret of ids/ })
    const opened = openVault({ ...config, VAULT_URL: stranger.url })
    t.teardown(() => opened.close())
    await keepIdSecret(opened)
    await t.rejects(imported(env, old.url, fresh.url), {
      name: 'UsageError',
      message: /is not the id that the vault gives it/,
    })
    t.equal(await factsWith(fresh, ['']), 0)
  })

  const vault = await copiedDatabase(config.VAULT_URL)
  const database = await testDatabase('sealed')
  t.teardown(() => Promise.all([vault.drop(), database.drop()]))
  const env = { VAULT_URL: vault.url, VAULT_KEY: config.VAULT_KEY.toString('base64') }
  const servers = {
    ...{ ...config, VAULT_URL: vault.url },
    ...{ EVENTSTORE_URL: fresh.url, DATABASE_URL: database.url, DISPATCH: 'held' as const },
  }
  await t.test('are sealed on the way', async (t) => {
    t.match(await imported(env, old.url, fresh.url), {
      code: 0,
      lines: [/^[1-9]\d* events copied/],
    })
    t.equal(
      await factsWith(fresh, [...WORDS, OTHERS, ASKED]),
      0,
      'without the keys nobody reads them',
    )
    t.match(await imported(env, old.url, fresh.url), { code: 0, lines: [/^0 events copied/] })
  })
  await t.test('are copied as they are once they are sealed, without any vault', async (t) => {
    const copy = await startStore('copied_log')
    t.teardown(() => copy.stop())
    t.match(await imported({}, fresh.url, copy.url), { code: 0 })
    const stored = await bytesOf(fresh)
    t.same(await bytesOf(copy), stored)
    t.ok([...stored.values()].some((data) => data.includes('"sealed":"')))
  })
  await t.test('give the same rows, and can be erased', async (t) => {
    const product = await startProduct({ servers, tampersWithLog: true })
    t.teardown(() => product.stop())
    const api = () => product.api(tenant.key)
    await settled(product, tenant.key)
    t.strictSame(await everything({ api }), before)
    await api().call({ method: 'DELETE', path: `/contacts/${id}` })
    await eventually(async () => {
      const { body } = await api().get<{ data: { status: string } }>(`/contacts/${id}/erasure`)
      return body.data.status === 'done'
    })
    t.equal(await openedFactsWith(servers, WORDS), 0, 'nothing is left, with all keys')
    t.ok((await openedFactsWith(servers, [OTHERS])) > 0, 'but what others wrote')
  })
})

/** Waits until everything that was said and answered is shown. */
async function settled(product: Product, key: string): Promise<void> {
  const api = () => product.api(key)
  const totalOf = async (path: string) =>
    (await api().get<{ pagination: { total: number } }>(path)).body.pagination.total
  await templatesListed({ api })
  await eventually(async () => (await totalOf('/messages')) === 3)
  await eventually(async () => (await totalOf('/messages?status=read')) === 1)
}

/** Starts a process that cannot start. @returns its exit code, and what it says for people */
async function started(name: keyof typeof PROGRAMS, config: Config) {
  const main = fileURLToPath(PROGRAMS[name])
  const env = { PATH: process.env.PATH ?? '', ...environmentOf(config), ...NO_PORTS }
  const child = spawn(process.execPath, [...NODE_FLAGS, main], { env, timeout: START_MS })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, said }
}

/** How many stored facts have one of the words. */
async function factsWith(log: TestStore, words: readonly string[]): Promise<number> {
  const stored = [...(await bytesOf(log)).values()]
  return stored.filter((data) => words.some((word) => data.includes(word))).length
}

/** How many facts have one of the words, as who has the keys reads them. */
async function openedFactsWith(config: Config, words: readonly string[]): Promise<number> {
  const { store } = keyedLog(config)
  let found = 0
  for await (const { data } of store.readAll({ from: 'start' }))
    if (words.some((word) => JSON.stringify(data).includes(word))) found += 1
  await store.close()
  return found
}

/** Data and metadata of each event of an embedded log, as they are stored, by the event's id. */
async function bytesOf({ databaseUrl }: TestStore): Promise<ReadonlyMap<string, string>> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string; stored: string }>(
    `select id, convert_from(data, 'utf8') || convert_from(meta, 'utf8') as stored from events
      where stream not like '$%' and stream <> 'log-this' order by position`,
  )
  await client.end()
  return new Map(rows.map(({ id, stored }) => [id, stored]))
}
