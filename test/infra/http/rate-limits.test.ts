import { leaseCalls } from '@recado/infra/http/rate-lease'
import { openPool } from '@recado/infra/postgres/pool'
import { raw } from '@recado/infra/postgres/sql'
import type { FastifyInstance } from 'fastify'
import { test } from 'tap'
import { keyOwner } from '../../kit/known-registry.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { codeOf, routeOf, smallApp } from './small-app.ts'

const LIMIT = 120

/** The clock is fixed, so that all calls of a test fall into one minute on any machine. */
const STILL = raw("timestamptz '2026-01-01T09:00:20Z'")

test('the limit of a key is exact across processes that share Postgres', async (t) => {
  const database = await testDatabase('rates')
  const pool = openPool(database.url)
  t.teardown(async () => {
    await pool.end()
    await database.drop()
  })
  const busy = keyOwner()
  const other = keyOwner()
  const make = (process: string) =>
    smallApp({
      keyOwners: [busy, other],
      pool,
      limit: LIMIT,
      process,
      clock: STILL,
      routes: [routeOf({})],
    })
  const [one, two] = await Promise.all([make('one'), make('two')])
  t.teardown(() => Promise.all([one.close(), two.close()]))
  const call = (app: FastifyInstance, { headers } = busy) =>
    app.inject({ url: '/api/v1/things', headers })

  const answers = await Promise.all(
    Array.from({ length: 3 * LIMIT }, (_, i) => call(i % 2 === 0 ? one : two)),
  )
  const granted = answers.filter(({ statusCode }) => statusCode === 200)
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  t.equal(granted.length, LIMIT, 'exactly the limit passes')
  t.equal(refused.length, 2 * LIMIT)

  const last = refused[0]
  t.ok(last && codeOf(last) === 'rate_limited')
  const wait = Number(last?.headers['retry-after'])
  t.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, 'Retry-After is in whole seconds')
  t.equal(last?.headers.ratelimit, `"default";r=0;t=${wait}`)
  t.equal(last?.headers['ratelimit-policy'], `"default";q=${LIMIT};w=60`)

  const fresh = await call(one, other)
  t.equal(fresh.statusCode, 200, 'another key has its own')
  t.match(fresh.headers.ratelimit, /^"default";r=119;t=\d+$/)
  t.match((await call(one, other)).headers.ratelimit, /^"default";r=118;/)

  // When the row shows another minute, the calls granted before no longer count.
  await pool.query('update control.rate_minutes set minute = minute - 1')
  const later = await smallApp({
    keyOwners: [busy],
    pool,
    limit: LIMIT,
    process: 'later',
    clock: STILL,
    routes: [routeOf({})],
  })
  t.teardown(() => later.close())
  t.equal((await call(later)).statusCode, 200, 'a new minute has the whole limit')
})

test('calls are leased in blocks, and the last ones singly', async (t) => {
  const database = await testDatabase('leases')
  const pool = openPool(database.url)
  t.teardown(async () => {
    await pool.end()
    await database.drop()
  })
  const leases = leaseCalls(pool, 'one', STILL)
  const granted: number[] = []
  for (let sum = 0; sum < 60; ) {
    const { granted: now } = await leases.lease('key', 60)
    if (now === 0) break
    granted.push(now)
    sum += now
  }
  t.same(granted.slice(0, 3), [10, 10, 10])
  t.same(granted.slice(-4), [1, 1, 1, 1])
  t.equal((await leases.lease('key', 60)).granted, 0)
  const shared = leaseCalls(pool, 'two', STILL)
  await leases.lease('pair', 60)
  t.equal((await shared.lease('pair', 60)).granted, 6, 'two processes take half as much: 50 / 8')
})

test('without Postgres no call is granted', async (t) => {
  const caller = keyOwner()
  const pool = openPool('postgres://127.0.0.1:1/nowhere')
  t.teardown(() => pool.end())
  const app = await smallApp({ keyOwners: [caller], pool, routes: [routeOf({})] })
  t.teardown(() => app.close())
  const answer = await app.inject({ url: '/api/v1/things', headers: caller.headers })
  t.equal(answer.statusCode, 503)
  t.equal(codeOf(answer), 'unavailable')
  t.equal(answer.headers['retry-after'], '1')
})
