import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import { type Test, test } from 'tap'
import { type ApiClient, apiClient, overHttp, type Reply } from '../kit/api-client.ts'
import { buildBundles, startBundle } from '../kit/bundles.ts'
import { type Ends, endAll } from '../kit/ends.ts'
import { eventually } from '../kit/eventually.ts'
import { environmentOf } from '../kit/product-process.ts'
import { OPERATOR_TOKEN, startServers } from '../kit/product-servers.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'
import { underWay } from '../kit/under-way.ts'
import { hookPost } from './hook-post.ts'
import { tellingOnce } from './told-once.ts'

const NEXT_SCHEMA = READ_SCHEMA.replace(/\d+$/, (number) => String(Number(number) + 1))
const PEOPLE = 30
/** Messages of each person. */
const EACH = 4
/** Long waits: a release that starts takes the processor from the other one. */
const PATIENT = { READ_YOUR_WRITES_MS: '60000' }
const LISTS = ['/messages', '/contacts', '/conversations', '/stages', '/events']

type Page = {
  readonly data: readonly object[]
  readonly pagination: { readonly total: number }
  /** Only of the list of events. */
  readonly next_cursor?: string
}

test('two releases serve the same log, each from its own read models', async (t) => {
  const ends: Ends = []
  t.teardown(() => endAll(ends))
  const [folder, servers] = await Promise.all([buildBundles(ends), startServers(PATIENT, ends)])
  const env = {
    ...environmentOf(servers),
    GRAPH_API_URL: 'http://127.0.0.1:9',
    WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8',
  }
  const begin = async (of: string) => {
    const release = await begun(of, env, ends)
    return { ...release, follow: () => startBundle(of, 'projectors', env, ends) }
  }
  const older = await begin(folder)
  const following = await older.follow()
  const tenant = await openTenant(older)
  const old = older.api(tenant.key)
  const connection = await addOfficial(older, tenant.id)
  for (let n = 0; n < PEOPLE; n++) {
    const ids = Array.from({ length: EACH }, (_, i) => `wamid.${n}.${i}`)
    const post = { method: 'POST', ...hookPost(connection, ids, n) }
    t.equal((await fetch(`${older.writes}${connection.hook}`, post)).status, 200)
  }
  await eventually(async () => (await total(old, '/messages')) === PEOPLE * EACH)
  const seconds = await secondPages(old)
  for (const { path, data } of seconds) t.equal(data.length, 20, path)
  const leadOn = async (t: Test, api: ApiClient) => {
    for (const { path, data } of seconds) t.strictSame((await api.get<Page>(path)).body.data, data)
  }
  const write = (api: ApiClient, n: number) =>
    api.post<object>('/contacts', { name: `Person ${n}`, phone: `+551190000${1000 + n}` })

  const telling = await tellingOnce(older, ends)
  const newer = await begin(await nextRelease(folder, ends))
  const young = newer.api(tenant.key)
  const traffic = underWay(async (n) => {
    const made = await write(old, n)
    const read = await readBehind(old, made)
    const list = await old.get<object>(LISTS[n % LISTS.length] ?? '')
    return [made, read, list].map(({ status, body }) => (status < 300 ? 'ok' : [status, body]))
  })

  await t.test('the new release serves no list before its read models are complete', async (t) => {
    for (const path of LISTS) t.equal((await young.get(path)).status, 503, path)
    await leadOn(t, old)
  })

  await t.test('the old release serves without failures meanwhile', async (t) => {
    await newer.follow()
    await eventually(async () => (await young.get('/messages')).status === 200)
    await leadOn(t, old)
    const answers = await traffic.end()
    t.ok(answers.length > 10, `${answers.length} answers meanwhile`)
    t.same(
      answers.filter((answer) => answer !== 'ok'),
      [],
    )
  })

  await t.test('then both serve the same lists, and the same cursors work on both', async (t) => {
    t.strictSame(await schemas(servers.DATABASE_URL), [READ_SCHEMA, NEXT_SCHEMA])
    await sameLists(t, old, young)
    await leadOn(t, old)
    await leadOn(t, young)
  })

  await t.test('a read at one release waits for what was written at the other', async (t) => {
    const seen = async (n: number, writer: ApiClient, reader: ApiClient) => {
      const made = await write(writer, n)
      const shown = await readBehind(reader, made)
      t.same([made.status, shown.status], [201, 200])
      t.match(JSON.stringify(shown.body.data), `Person ${n}`)
    }
    await seen(5_000, old, young)
    await seen(5_001, young, old)
  })

  await t.test('the new release continues without the old one', async (t) => {
    const last = await write(old, 6_000)
    telling.through(newer)
    await Promise.all([following.stop(), older.stop()])
    const shown = await readBehind(young, last)
    t.match(JSON.stringify(shown.body.data), 'Person 6000')
    await leadOn(t, young)
    t.equal((await write(young, 6_001)).status, 201)
  })

  await t.test(
    'the old release, started again, shows everything that happened since',
    async (t) => {
      const again = await begin(folder)
      await again.follow()
      const back = again.api(tenant.key)
      await eventually(
        async () => (await total(back, '/contacts')) === (await total(young, '/contacts')),
      )
      await sameLists(t, young, back)
      await leadOn(t, back)
      telling.through(again)
    },
  )

  await t.test('the webhook received every event once, whichever release sent it', async (t) => {
    await telling.end(t, newer.api(telling.key))
  })
})

/** Both APIs of a release, without its projectors. */
async function begun(folder: string, env: Readonly<Record<string, string>>, ends: Ends) {
  const [command, query] = await Promise.all([
    startBundle(folder, 'command-api', env, ends),
    startBundle(folder, 'query-api', env, ends),
  ])
  const [writing, reading] = [overHttp(command.url), overHttp(query.url)]
  const send: typeof writing = (request) => {
    const reads = request.method === 'GET' && !request.url.startsWith('/operator')
    return (reads ? reading : writing)(request)
  }
  return {
    writes: command.url,
    operator: apiClient(send, '/operator/v1', OPERATOR_TOKEN),
    api: (key: string | null) => apiClient(send, '/api/v1', key),
    stop: () => Promise.all([command.stop(), query.stop()]),
  }
}

/** Copies a release as its successor, which differs only in the number of its read models. @returns its bundles */
async function nextRelease(folder: string, ends: Ends): Promise<string> {
  const next = `${folder}-next`
  await cp(folder, next, { recursive: true })
  ends.push(() => rm(next, { recursive: true, force: true }))
  const programs = (await readdir(next)).filter((name) => name.endsWith('.mjs'))
  for (const name of programs) {
    const text = await readFile(join(next, name), 'utf8')
    await writeFile(join(next, name), text.replaceAll(`"${READ_SCHEMA}"`, `"${NEXT_SCHEMA}"`))
  }
  return next
}

async function total(api: ApiClient, path: string): Promise<number> {
  return (await api.get<Page>(path)).body.pagination.total
}

/** Pages whose content never changes: one by offset, one by cursor. */
async function secondPages(api: ApiClient) {
  const { body } = await api.get<Page>('/events?limit=20')
  const paths = ['/messages?limit=20&offset=20', `/events?limit=20&after=${body.next_cursor}`]
  const read = async (path: string) => ({ path, data: (await api.get<Page>(path)).body.data })
  return Promise.all(paths.map(read))
}

function readBehind(api: ApiClient, { headers }: Reply<object>): Promise<Reply<Page>> {
  const position = { 'x-min-event-position': String(headers['x-event-position']) }
  return api.call<Page>({ method: 'GET', path: '/contacts?limit=100', headers: position })
}

async function sameLists(t: Test, one: ApiClient, other: ApiClient): Promise<void> {
  for (const path of LISTS)
    await eventually(async () => {
      const [a, b] = await Promise.all([one.get<Page>(path), other.get<Page>(path)])
      if (JSON.stringify(a.body) !== JSON.stringify(b.body)) throw new Error(`${path} differs`)
      t.ok(a.body.data.length > 0, path)
      return true
    })
}

async function schemas(url: string): Promise<string[]> {
  const pool = openPool(url, { max: 1 })
  const text = "select nspname as name from pg_namespace where nspname ~ '^read_' order by 1"
  const { rows } = await pool.query<{ name: string }>(text)
  await pool.end()
  return rows.map(({ name }) => name)
}
