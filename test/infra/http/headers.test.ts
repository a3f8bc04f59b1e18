import { openPool } from '@recado/infra/postgres/pool'
import { test } from 'tap'
import { holder } from '../../kit/known-directory.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { routeOf, smallApp } from './small-app.ts'

test('every answer carries an id, and headers that keep browsers out', async (t) => {
  const database = await testDatabase('headers')
  const pool = openPool(database.url)
  const caller = holder()
  const app = await smallApp({
    holders: [caller],
    pool,
    routes: [routeOf({})],
    server: {
      checks: {
        log: async () => true,
        postgres: async () => Promise.reject(new Error('away')),
      },
    },
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
  for (const url of ['/api/v1/nothing', '/api/v1/%ff', '/livez', '/readyz']) {
    t.equal((await call({ 'x-request-id': 'mine-2' }, url)).headers['x-request-id'], 'mine-2', url)
  }
  t.match((await call({})).headers, {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
  })

  const ready = await call({}, '/readyz')
  t.equal(ready.statusCode, 503)
  t.same(ready.json(), { status: 'unavailable', checks: { log: true, postgres: false } })
  t.equal((await call({}, '/livez')).statusCode, 200)
  const metrics = await call({}, '/metrics')
  t.match(
    metrics.body,
    /recado_http_request_seconds_count\{method="GET",route="\/api\/v1\/things",status="200"\} 6/,
  )
  t.match(metrics.body, /process_cpu_seconds_total/)
})
