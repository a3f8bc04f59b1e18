import { randomUUID } from 'node:crypto'
import { Uuid } from '@recado/contract/ids'
import { pageQuery } from '@recado/contract/page'
import { notFound } from '@recado/infra/http/http-problem'
import { openPool } from '@recado/infra/postgres/pool'
import { test } from 'tap'
import { z } from 'zod'
import { keyOwner } from '../../kit/known-registry.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { codeOf, routeOf, smallApp } from './small-app.ts'

test('a request is checked in the order of the contract', async (t) => {
  const database = await testDatabase('order')
  const pool = openPool(database.url)
  t.teardown(async () => {
    await pool.end()
    await database.drop()
  })

  const basicReader = keyOwner('basic', ['read'])
  const basic = keyOwner('basic')
  const official = keyOwner('official')
  const app = await smallApp({
    keyOwners: [basicReader, basic, official],
    pool,
    limit: 40,
    routes: [
      routeOf({
        method: 'POST',
        url: '/things/:id',
        access: 'write',
        availability: 'official',
        params: z.object({ id: Uuid }),
        query: z.object(pageQuery()),
        body: z.object({ name: z.string().max(5) }),
        handle: async () => notFound(),
      }),
      routeOf({
        method: 'POST',
        url: '/typed',
        access: 'write',
        planGate: (body) => (body as { type?: string } | undefined)?.type === 'image',
        body: z.object({ type: z.enum(['text', 'image']), text: z.string() }),
      }),
    ],
  })
  t.teardown(() => app.close())

  // This request breaks every rule; each step corrects the rule reported before.
  const broken = (headers: object, more: { url?: string; payload?: string } = {}) =>
    app.inject({
      method: 'POST',
      url: more.url ?? '/api/v1/things/nobody?limit=many',
      headers: { 'content-type': 'application/json', ...headers },
      payload: more.payload ?? '{"name":',
    })
  const problem = async (answer: ReturnType<typeof broken>) => {
    const { statusCode } = await answer
    return [statusCode, codeOf(await answer)]
  }

  t.same(await problem(broken({})), [401, 'unauthorized'])
  t.same(await problem(broken(basicReader.headers)), [403, 'forbidden'])
  t.same(await problem(broken(basic.headers)), [403, 'upgrade_required'])
  t.same(await problem(broken(official.headers)), [400, 'invalid_body'])
  const payload = JSON.stringify({ name: 'too long' })
  t.same(await problem(broken(official.headers, { payload })), [400, 'query_error'])
  const misspelt = '/api/v1/things/nobody?limti=5'
  t.same(await problem(broken(official.headers, { payload, url: misspelt })), [400, 'query_error'])
  const url = '/api/v1/things/nobody'
  t.same(await problem(broken(official.headers, { payload, url })), [422, 'validation'])
  const good = JSON.stringify({ name: 'short' })
  t.same(await problem(broken(official.headers, { payload: good, url })), [404, 'not_found'])
  const known = `/api/v1/things/${randomUUID()}`
  t.same(await problem(broken(official.headers, { payload: good, url: known })), [404, 'not_found'])

  t.test('an unknown parameter is named, with the nearest known one', async (t) => {
    const said = async (query: string) => {
      const url = `/api/v1/things/nobody?${query}`
      return (await broken(official.headers, { payload: good, url })).json().error.message
    }
    const known = 'Known are limit, offset'
    t.equal(await said('limti=5'), `limti is not a parameter here; did you mean limit? ${known}`)
    t.equal(await said('limit=5&name=Ana'), `name is not a parameter here. ${known}`)
    t.equal(await said('constructor=1'), `constructor is not a parameter here. ${known}`)
    t.ok((await said(`${'x'.repeat(8_000)}=1`)).length < 200)
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/typed?dry_run=true',
      headers: { 'content-type': 'application/json', ...official.headers },
      payload: '{"type":"text","text":"Oi"}',
    })
    t.equal(answer.json().error.message, 'dry_run is not a parameter here: this request takes none')
  })

  t.test(
    'the plan check of a type comes after parsing the JSON and before validation',
    async (t) => {
      const typed = (payload: string) => broken(basic.headers, { url: '/api/v1/typed', payload })
      t.same(await problem(typed('{')), [400, 'invalid_body'])
      t.same(await problem(typed('{"type":"image"}')), [403, 'upgrade_required'])
      t.same(await problem(typed('{"type":"text"}')), [422, 'validation'])
      t.equal((await typed('{"type":"text","text":"oi"}')).statusCode, 200)
    },
  )

  t.test('a used-up rate limit comes before the scope check', async (t) => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => broken(basicReader.headers)))
    const codes = new Set(answers.map(codeOf))
    t.same([...codes].sort(), ['forbidden', 'rate_limited'])
  })
})
