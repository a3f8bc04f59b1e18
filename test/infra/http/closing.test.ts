import { connect } from 'node:net'
import { buildServer } from '@recado/infra/http/server'
import { createLogger } from '@recado/infra/logger'
import { startMetrics } from '@recado/infra/metrics'
import { test } from 'tap'
import { Pool } from 'undici'
import { usualBounds } from '../../kit/bounds.ts'
import { eventually } from '../../kit/eventually.ts'

const options = {
  log: createLogger('test', 'silent'),
  metrics: startMetrics(),
  elsewhere: [],
  bounds: usualBounds,
}

test('a request in flight is answered before the server closes', async (t) => {
  const app = await buildServer(options)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    app.get('/slow', () => {
      resolve()
      return new Promise((done) => {
        answer = () => done({ ok: true })
      })
    })
  })
  const client = new Pool(await app.listen({ port: 0, host: '127.0.0.1' }))
  t.teardown(() => client.destroy())
  const request = client.request({ method: 'GET', path: '/slow' })
  await asked
  const closed = app.close().then(() => true)
  answer()
  const { statusCode, body } = await request
  t.equal(statusCode, 200)
  t.same(await body.json(), { ok: true })
  t.ok(await eventually(() => Promise.race([closed, false])))
})

test('a connection without a request does not delay closing', async (t) => {
  const app = await buildServer(options)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const arrived = new Promise((resolve) => app.server.once('connection', resolve))
  const silent = connect(port, '127.0.0.1')
  t.teardown(() => silent.destroy())
  await arrived
  const closed = app.close().then(() => true)
  t.ok(await eventually(() => Promise.race([closed, false])))
})
