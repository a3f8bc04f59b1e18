import { page, pageQuery, paginationOf } from '@recado/contract/page'
import { sql } from '@recado/infra/postgres/sql'
import { buildApp } from '@recado/query-api/app'
import { openapiRoute } from '@recado/query-api/routing/openapi-route'
import { queryRoute } from '@recado/query-api/routing/query-route'
import { t as file, test } from 'tap'
import { z } from 'zod'
import { eventually } from '../../kit/eventually.ts'
import { sharedProduct } from '../../kit/shared-product.ts'
import { openTenant } from '../../kit/tenants.ts'

const product = await sharedProduct()
const tenant = await openTenant(product)

const Row = z.object({ name: z.string() })
const listRoute = queryRoute({
  url: '/rows',
  summary: 'List rows',
  query: z.object({ ...pageQuery(), status: z.enum(['open', 'closed']).optional() }),
  reply: page(Row),
  answer: async ({ query }) => ({ data: [], pagination: paginationOf(query, 130) }),
})
const stages = queryRoute({
  url: '/names',
  summary: 'List names',
  reply: z.object({ data: z.array(Row) }),
  answer: async ({ account }, run) => ({
    data: await run<{ name: string }>(sql`
      select name from stages where account_id = ${account.id} order by position`),
  }),
})
const single = queryRoute({
  url: '/one/:id',
  summary: 'Get one',
  params: z.object({ id: z.string() }),
  reply: z.object({ data: Row }),
  answer: async ({ params }) => (params.id === 'ready' ? { raw: '{"data":{"name":"ç"}}' } : null),
})
const required = queryRoute({
  url: '/required',
  summary: 'Needs a parameter',
  query: z.object({ connection_id: z.guid() }),
  reply: z.object({ ok: z.boolean() }),
  answer: async () => ({ ok: true }),
})

// A short wait, for positions that are never reached.
const config = { ...product.config, READ_YOUR_WRITES_MS: 200 }
const openapi = Buffer.from('{"openapi":"3.1.0"}')
const app = await buildApp({ ...product.deps, config, openapi }, [
  listRoute,
  stages,
  single,
  required,
  openapiRoute,
])
const get = (url: string, headers: object = {}) =>
  app.inject({
    url: `/api/v1${url}`,
    headers: { authorization: `Bearer ${tenant.key}`, ...headers },
  })
const pageOf = async (query: string) => (await get(`/rows?${query}`)).json().pagination

test('limit and offset are applied, and refused when malformed', async (t) => {
  t.same(await pageOf(''), { limit: 50, offset: 0, total: 130, next_offset: 50 })
  t.same(await pageOf('limit=40&offset=90'), {
    limit: 40,
    offset: 90,
    total: 130,
    next_offset: null,
  })
  t.same(await pageOf('limit=1000'), { limit: 200, offset: 0, total: 130, next_offset: null })
  for (const bad of ['limit=0', 'limit=-1', 'limit=1.5', 'limit=x', 'limit=', 'limit=1&limit=2']) {
    t.match(await get(`/rows?${bad}`), { statusCode: 400 }, bad)
  }
  t.match((await get('/rows?offset=-1')).json(), { error: { code: 'query_error' } })
  t.match((await get('/rows?status=lost')).json(), {
    error: { code: 'query_error', message: 'status must be one of open, closed' },
  })
  t.match((await get('/rows?status=open%00')).json(), { error: { code: 'query_error' } })
})

test('a missing parameter is answered 422, a malformed one 400', async (t) => {
  const missing = await get('/required')
  t.equal(missing.statusCode, 422)
  t.match(missing.json(), { error: { code: 'validation', message: 'connection_id is required' } })
  t.equal((await get('/required?connection_id=x')).statusCode, 400)
})

test('a route answers rows, prepared text, or 404', async (t) => {
  t.same((await get('/names')).json().data[0], { name: 'New' })
  const ready = await get('/one/ready')
  t.equal(ready.body, '{"data":{"name":"ç"}}')
  t.equal(ready.headers['content-type'], 'application/json; charset=utf-8')
  t.match(await get('/one/other'), { statusCode: 404 })
  t.match(await get('/one/ready%00'), { statusCode: 404 }, 'an id with NUL is not found')
  t.match(await get('/one/other%00?x=%00'), { statusCode: 400 }, 'the query is checked first')
})

test('a read waits for a position, or answers 503', async (t) => {
  const added = await tenant.api.post('/stages', { name: 'Just now' })
  const position = BigInt(String(added.headers['x-event-position']))
  const read = await get('/names', { 'x-min-event-position': String(position) })
  t.equal(read.json().data.at(-1).name, 'Just now')

  const ahead = String(position + 1_000_000_000_000n)
  const early = await get('/names', { 'x-min-event-position': ahead })
  t.equal(early.statusCode, 503)
  t.match(early.headers, { 'retry-after': '1' })
  t.match(early.json(), { error: { code: 'unavailable' } })
  // The caller may have the position from another log.
  const end = String(early.headers['x-event-position'])
  t.ok(BigInt(end) >= position && BigInt(end) < BigInt(ahead), end)
  const atEnd = () => get('/names', { 'x-min-event-position': end })
  await eventually(async () => (await atEnd()).statusCode === 200)

  for (const bad of ['', 'x', '-1', '1'.repeat(30)]) {
    t.equal((await get('/names', { 'x-min-event-position': bad })).statusCode, 400, bad)
  }
  t.equal((await get('/one/other', { 'x-min-event-position': String(position) })).statusCode, 404)
  const { pool } = product.deps
  t.equal(pool.waitingCount, 0)
  // Followers of the read models borrow a connection now and then.
  t.ok(await eventually(() => pool.idleCount === pool.totalCount), 'connections came back')
})

test('the OpenAPI document needs no key and is not counted', async (t) => {
  const answer = await app.inject({ url: '/api/v1/openapi.json' })
  t.same(answer.json(), { openapi: '3.1.0' })
  t.equal(answer.headers.ratelimit, undefined)
})

file.teardown(() => app.close())

test('a HEAD request does not produce the body', async (t) => {
  let made = 0
  const large = queryRoute({
    url: '/large',
    summary: 'Give a page of large items',
    reply: z.object({ data: z.array(z.string()) }),
    answer: async () => ({
      pieces: async function* () {
        for (; made < 1_000; made++) yield 'x'
      },
    }),
  })
  const headed = await buildApp({ ...product.deps, checkReplies: false }, [large])
  t.teardown(() => headed.close())
  const headers = { authorization: `Bearer ${tenant.key}` }
  const head = await headed.inject({ method: 'HEAD', url: '/api/v1/large', headers })
  t.match(head, { statusCode: 200, payload: '', headers: { 'content-type': /json/ } })
  t.equal(made, 0)
  const { payload } = await headed.inject({ url: '/api/v1/large', headers })
  t.equal(payload.length, 1_000)
})
