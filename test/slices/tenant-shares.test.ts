import { randomInt, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buildApp as buildCommandApp } from '@recado/command-api/app'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { requestPlaces } from '@recado/infra/http/request-places'
import { buildApp as buildQueryApp } from '@recado/query-api/app'
import { type Test, test } from 'tap'
import { codeOf } from '../infra/http/small-app.ts'
import { browser, PASSWORD, signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { sharedProduct } from '../kit/shared-product.ts'
import { addOfficial, issueKey, openTenant } from '../kit/tenants.ts'

const product = await sharedProduct()
const { deps } = product

/** What an account may have under way beside others, of 48 places. */
const SHARE = 4

/** The command API over a log that takes nothing of one account until it is opened. */
async function gated(t: Test, accountId: string, waitMs: number) {
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const held = { requests: 0 }
  const append: typeof deps.store.append = async (stream, expected, events) => {
    if (events[0]?.metadata.account_id !== accountId)
      return deps.store.append(stream, expected, events)
    held.requests += 1
    await gate
    return deps.store.append(stream, expected, events)
  }
  const places = requestPlaces(deps.config.REQUESTS_AT_ONCE, { isAlone: () => false }, waitMs)
  const app = await buildCommandApp({ ...deps, places, store: { ...deps.store, append } })
  t.teardown(async () => {
    open()
    await app.close()
  })
  const post = (key: string) =>
    app.inject({
      ...{ method: 'POST', url: '/api/v1/contacts' },
      headers: { authorization: `Bearer ${key}` },
      payload: { name: 'Ana', phone: `+55119${randomInt(10_000_000, 99_999_999)}` },
    })
  return { post, held, open }
}

test('of a crowd of requests of one account few are under way, and those of another are answered', async (t) => {
  const [greedy, honest] = [await openTenant(product), await openTenant(product)]
  const keys = [greedy.key]
  for (let n = 0; n < 4; n++) keys.push((await issueKey(product, greedy.id, ['write'])).key)
  const { post, held, open } = await gated(t, greedy.id, 100_000)
  const crowd = Array.from({ length: 40 }, (_, n) => post(keys[n % keys.length] ?? greedy.key))
  await eventually(() => held.requests >= SHARE)
  for (let n = 0; n < 10; n++) t.equal((await post(honest.key)).statusCode, 201)
  t.equal(held.requests, SHARE)
  open()
  for (const { statusCode } of await Promise.all(crowd)) t.equal(statusCode, 201)
})

test('what waits too long for its place is 503 with Retry-After, before anything was done', async (t) => {
  const tenant = await openTenant(product)
  const { post, held, open } = await gated(t, tenant.id, 50)
  const crowd = Array.from({ length: SHARE + 5 }, () => post(tenant.key))
  await eventually(() => held.requests >= SHARE)
  const first = await Promise.race(crowd)
  t.equal(first.statusCode, 503)
  t.equal(codeOf(first), 'unavailable')
  t.equal(first.headers['retry-after'], '1')
  let answered = 0
  for (const answer of crowd) void answer.then(() => (answered += 1))
  await eventually(() => answered === 5)
  t.equal(held.requests, SHARE)
  open()
  const statuses = (await Promise.all(crowd)).map(({ statusCode }) => statusCode)
  t.same(statuses.sort(), [...Array(SHARE).fill(201), ...Array(5).fill(503)])
})

test('streams, and files that are still arriving, take none of the places of their account', async (t) => {
  const tenant = await openTenant(product)
  const { id } = await addOfficial(product, tenant.id)
  const other = await openTenant(product)
  await other.api.get('/stages')
  const [command, query] = [await buildCommandApp(deps), await buildQueryApp(deps)]
  t.teardown(async () => {
    query.endStreams()
    await Promise.all([command.close(), query.close()])
  })
  const headers = { authorization: `Bearer ${tenant.key}` }
  const following = { ...headers, accept: 'text/event-stream' }
  const streams = await Promise.all(
    Array.from({ length: SHARE + 2 }, () =>
      query.inject({ url: '/api/v1/events', headers: following, payloadAsStream: true }),
    ),
  )
  for (const { statusCode } of streams) t.equal(statusCode, 200)
  let finish = (): void => undefined
  const rest = new Promise<void>((resolve) => {
    finish = resolve
  })
  const begun = { files: 0 }
  async function* form() {
    yield `--b\r\ncontent-disposition: form-data; name="connection_id"\r\n\r\n${id}\r\n`
    begun.files += 1
    await rest
    yield '--b--\r\n'
  }
  const type = {
    'content-type': 'multipart/form-data; boundary=b',
    'transfer-encoding': 'chunked',
  }
  const uploads = Array.from({ length: SHARE + 2 }, () =>
    command.inject({
      ...{ method: 'POST', url: '/api/v1/media', headers: { ...headers, ...type } },
      payload: Readable.from(form()),
    }),
  )
  await eventually(() => begun.files === uploads.length)
  t.equal((await query.inject({ url: '/api/v1/stages', headers })).statusCode, 200)
  const stage = { method: 'POST', url: '/api/v1/stages', headers } as const
  t.equal((await command.inject({ ...stage, payload: { name: randomUUID() } })).statusCode, 201)
  finish()
  for (const { statusCode } of await Promise.all(uploads)) t.equal(statusCode, 422)
})

/** A log in which much follows the newest fact of one account: facts of another one. */
function longLog(fact: RecordedEvent, newest: { facts: number }) {
  const { store } = deps
  async function* endless(from: bigint, limit: number) {
    for (let n = 1n; n <= limit; n++) {
      newest.facts += 1
      if (n % 25n === 0n) await new Promise(setImmediate)
      yield { ...fact, type: 'Other', position: from - n }
    }
  }
  return {
    ...store,
    readAll: ({ from, limit = 0 }: Parameters<typeof store.readAll>[0]) =>
      endless(typeof from === 'bigint' ? from : fact.position + 1_000_000n, limit),
  }
}

test('a search of the log looks at a bounded number of facts, and others read between its pieces', async (t) => {
  const [greedy, honest] = [await openTenant(product), await openTenant(product)]
  const users = new Map<string, string>()
  for (const { id } of [greedy, honest]) {
    const email = `${randomUUID()}@loja.example`
    await signedIn(product, id, email, 'viewer')
    users.set(id, email)
  }
  const newest = await deps.store.readLast(`account-${honest.id}`)
  if (newest === null) throw new Error('the account has no fact')
  const looked = { facts: 0 }
  /** When the other account's request has passed everything but the log: its session is read from Postgres before. */
  let before = 0
  const enter: typeof deps.places.enter = (tenant, arrived) => {
    if (tenant.account_id === honest.id) before = looked.facts
    return deps.places.enter(tenant, arrived)
  }
  const store = longLog(newest, looked)
  const queryApp = await buildQueryApp({ ...deps, places: { enter }, store })
  t.teardown(() => queryApp.close())
  const pageOf = async (id: string) => {
    const page = browser({ ...product, queryApp })
    await page.post('/session', { email: users.get(id), password: PASSWORD })
    return page
  }
  const [viewer, reader] = [await pageOf(greedy.id), await pageOf(honest.id)]
  type Page = { data: unknown[]; searched_to: string | null }
  const alone = await viewer.get<Page>('/facts?type=Nothing')
  t.equal(looked.facts, 5_000)
  t.match(alone.body, { data: [], searched_to: String(newest.position + 995_000n) })
  const searches = Array.from({ length: 20 }, () => viewer.get<Page>('/facts?type=Nothing'))
  await eventually(() => looked.facts > 6_000)
  for (let n = 0; n < 5; n++) {
    const { status, body } = await reader.get<Page>('/facts?limit=1')
    t.equal(status, 200)
    t.equal(body.data.length, 1)
    t.ok(looked.facts - before <= 2_000, `${looked.facts - before} facts were looked at meanwhile`)
  }
  for (const { status } of await Promise.all(searches)) t.equal(status, 200)
  t.ok(looked.facts <= 21 * 5_000 + 5 * 25, `${looked.facts} facts`)
})
