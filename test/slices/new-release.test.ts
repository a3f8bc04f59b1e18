import { randomUUID } from 'node:crypto'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { projectionsOf } from '@recado/projectors/projections'
import { fillUpTo } from '@recado/tools/rebuild/fill'
import { type Test, test } from 'tap'
import type { ApiClient } from '../kit/api-client.ts'
import { eventually } from '../kit/eventually.ts'
import { keyedLog } from '../kit/keyed-log.ts'
import { type Product, startProduct } from '../kit/product.ts'
import { environmentOf, type ProductProcess, startProcess } from '../kit/product-process.ts'
import { startWorld } from '../kit/world.ts'
import { graphPost, textMessage } from '../translation/graph-post.ts'

type Page = { readonly data: { readonly id: string }[]; readonly pagination: { total: number } }
type Config = Product['config']

const PEOPLE = 12
const LISTS = ['/contacts', '/conversations', '/messages', '/stages', '/events']

const world = await startWorld({ behaviour: { statuses: [] } })
const { connection } = world
const total = async (path: string, api: ApiClient = world.api()) =>
  (await api.get<Page>(path)).body.pagination.total

test('a release whose read models are still being built', async (t) => {
  t.teardown(() => world.stop())
  await peopleWrite(0, PEOPLE / 2)
  const half = await shownLast()
  await peopleWrite(PEOPLE / 2, PEOPLE)
  const { body } = await world.api().get<Page>('/conversations')
  await world.restart(async (config) => {
    await fillBy(half, config)
    await t.test('answers what it can', (t) => isAsked(t, config, body.data[0]?.id ?? ''))
  })
  // The messages that were sent meanwhile are included.
  await eventually(async () => (await total('/messages')) === PEOPLE + 2)
})

async function peopleWrite(from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) await world.userWrites(`55319876${2000 + n}`, `Oi ${n}`)
  await eventually(async () => (await total('/messages')) === to)
}

/** The position of the last fact that the read models show. */
async function shownLast(): Promise<bigint> {
  const { rows } = await world.product().deps.pool.query('select event_position from checkpoint')
  return BigInt(rows[0].event_position)
}

/** Builds this release's tables only up to a fact, as in the middle of a rebuild. */
async function fillBy(place: bigint, config: Config) {
  const pool = openPool(config.DATABASE_URL, { max: 1 })
  const { store } = keyedLog(config)
  await pool.query(`drop schema ${READ_SCHEMA} cascade`)
  const { signal } = new AbortController()
  const { personIds } = world.product().deps
  const projections = projectionsOf(PROVIDERS, personIds)
  await fillUpTo(
    {
      store,
      databaseUrl: config.DATABASE_URL,
      projections,
      partitions: 1,
      client: pool,
      signal,
      note: () => undefined,
    },
    READ_SCHEMA,
    place,
  )
  await pool.end()
  await store.close()
}

async function isAsked(t: Test, config: Config, conversation_id: string): Promise<void> {
  const lines: string[] = []
  const apis = await startProduct({
    servers: { ...config, PROJECTORS_ROLE: 'relay', LOG_LEVEL: 'warn' },
    logTo: { write: (line) => void lines.push(line) },
  })
  t.teardown(() => apis.stop())
  const query = await startProcess('query-api', environmentOf(config))
  t.teardown(() => query.kill())
  const api = apis.api(world.tenant.key)
  const send = (to: object) =>
    api.post('/messages', { connection_id: connection.id, text: 'Oi', ...to })
  const recipient = { phone: '5531987650001' }

  await t.test('and shows no incomplete list', async (t) => {
    for (const path of LISTS) {
      const { status, headers, body } = await api.get(path)
      t.equal(status, 503, path)
      t.ok(Number(headers['retry-after']) >= 1)
      const { error } = body as { error: object }
      t.match(error, {
        code: 'unavailable',
        message: /being filled from the log: \d+ %.*; try again/,
      })
      t.match(error, { filling: { percent: Number } })
    }
    const read_models = /^the read models are being filled from the log: \d+ %/
    t.match(await ready(query), {
      status: 503,
      body: { checks: { read_models: false }, reasons: { read_models } },
    })
    const about = lines.filter((line) => line.includes('read models'))
    t.match(about, [/being filled .*; reads are answered with 503 until they are filled/])
    t.equal(about.length, 1, 'one line, however many requests are refused')
    t.notOk(lines.some((line) => line.includes('request failed')))
  })

  await t.test('and the status says how far they are, and that nobody fills them', async (t) => {
    const { body } = await apis.operator.get<{ data: object }>('/status')
    t.match(body.data, { read_models: { filling: { percent: Number } } })
    const { failing } = body.data as { failing: { what: string }[] }
    const ofReads = failing.filter(({ what }) => what === 'read_models')
    t.match(ofReads, [{ why: /no process has reported this part/ }])
  })

  await t.test('and does not answer 404 for what is not shown yet', async (t) => {
    t.equal((await send({ conversation_id })).status, 503)
    t.equal((await send({ recipient })).status, 503)
    t.equal(await postHook(apis), 200)
    t.equal((await apis.operator.get('/status')).status, 200)
  })

  await t.test('and shows everything as soon as it is complete', async (t) => {
    const fold = await startProcess('projectors', environmentOf(config))
    t.teardown(() => fold.kill())
    const shown = await eventually(async () => {
      const { status, body } = await api.get<Page>('/contacts')
      return status === 200 && body
    })
    t.ok(shown.pagination.total >= PEOPLE)
    await eventually(async () => (await ready(query)).status === 200)
    t.equal((await send({ conversation_id })).status, 202)
  })
}

async function ready({ internal }: ProductProcess) {
  const answer = await fetch(`http://127.0.0.1:${internal}/readyz`)
  return { status: answer.status, body: (await answer.json()) as object }
}

async function postHook({ commandApp }: Product): Promise<number> {
  const url = await commandApp.listen({ port: 0, host: '127.0.0.1' })
  await world.sim('PUT', '/hook', { url: `${url}${connection.hook}` })
  const { phone_number_id, phone_number_digits: display_phone_number } = connection
  const metadata = { phone_number_id, display_phone_number }
  const messages = [textMessage(`wamid.${randomUUID()}`)]
  return world.postHook(JSON.stringify(graphPost({ metadata, messages })))
}
