import { buildInternalServer } from '@recado/infra/http/health'
import { createLogger } from '@recado/infra/logger'
import { startMetrics } from '@recado/infra/metrics'
import { openPool } from '@recado/infra/postgres/pool'
import { test } from 'tap'
import { usualBounds } from '../../kit/bounds.ts'
import { keyOwner } from '../../kit/known-registry.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { routeOf, smallApp } from './small-app.ts'

test('every response has a request id and headers that restrict browsers', async (t) => {
  const database = await testDatabase('headers')
  const pool = openPool(database.url)
  const caller = keyOwner()
  const app = await smallApp({
    keyOwners: [caller],
    pool,
    routes: [routeOf({})],
  })
  t.teardown(async () => {
    await app.close()
    await pool.end()
    await database.drop()
  })
  const call = (headers: object, url = '/api/v1/things') =>
    app.inject({ url, headers: { ...caller.headers, ...headers } })

  t.equal((await call({ 'x-request-id': 'mine-1' })).headers['x-request-id'], 'mine-1')
  for (const bad of ['', 'a b', 'x'.repeat(129), 'é']) {
    t.match((await call({ 'x-request-id': bad })).headers['x-request-id'], /^[0-9a-f-]{36}$/, bad)
  }
  for (const url of ['/api/v1/nothing', '/api/v1/%ff', '/livez']) {
    t.equal((await call({ 'x-request-id': 'mine-2' }, url)).headers['x-request-id'], 'mine-2', url)
  }
  for (const url of ['/api/v1/things', '/api/v1/nothing', '/api/v1/%ff', '/livez?a=%ff'])
    t.match(
      (await call({}, url)).headers,
      {
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
      },
      url,
    )

  t.equal((await call({}, '/livez')).statusCode, 200)
  for (const inside of ['/readyz', '/metrics'])
    t.equal((await call({}, inside)).statusCode, 404, 'only served on the internal port')
})

test('waits for a pool connection are measured', async (t) => {
  const database = await testDatabase('pool')
  const pool = openPool(database.url, { max: 1 })
  t.teardown(async () => {
    await pool.end()
    await database.drop()
  })
  const { registry, watchPool } = startMetrics()
  watchPool('read_models', pool)
  const [first] = await Promise.all([pool.query('select 1 as n'), pool.query('select 2 as n')])
  t.same(first.rows, [{ n: 1 }])
  await pool.query('select 3')
  const held = await pool.connect()
  const waits = pool.query('select 4')
  const busy = await registry.metrics()
  t.match(busy, /^recado_pool_busy\{pool="read_models"\} 1$/m)
  t.match(busy, /^recado_pool_waiting\{pool="read_models"\} 1$/m)
  held.release()
  await waits
  const told = await registry.metrics()
  t.match(told, /^recado_pool_waiting\{pool="read_models"\} 0$/m)
  t.match(
    told,
    /^recado_pool_wait_seconds_count\{pool="read_models"\} 3$/m,
    'taking a free connection is not a wait',
  )
})

test('the internal port reports readiness and metrics', async (t) => {
  const metrics = startMetrics()
  metrics.httpSeconds.observe({ method: 'GET', route: '/api/v1/things', status: '200' }, 0.001)
  const app = await buildInternalServer({
    ...{ log: createLogger('test', 'silent'), metrics, bounds: usualBounds },
    checks: {
      log: async () => true,
      postgres: async () => Promise.reject(new Error('away')),
    },
  })
  t.teardown(() => app.close())
  const ready = await app.inject('/readyz')
  t.equal(ready.statusCode, 503)
  t.same(ready.json(), { status: 'unavailable', checks: { log: true, postgres: false } })
  t.equal((await app.inject('/livez')).statusCode, 200)
  const { body } = await app.inject('/metrics')
  t.match(body, /seconds_count\{method="GET",route="\/api\/v1\/things",status="200"\} 1/)
  t.match(body, /process_cpu_seconds_total/)
})
