import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { buildServer } from '@recado/infra/http/server'
import { createLogger } from '@recado/infra/logger'
import { startMetrics } from '@recado/infra/metrics'
import { openFrontDoor } from '@recado/standalone/api/front-door'
import type { FastifyInstance } from 'fastify'
import { type Test, test } from 'tap'
import { usualBounds } from '../kit/bounds.ts'
import { eventually } from '../kit/eventually.ts'

test('hooks, operator routes and writes go to the command API, reads to the query API', async (t) => {
  const { url } = await door(t)
  const cases: [string, string, string][] = [
    ['GET', '/api/v1/contacts?limit=2', 'query'],
    ['POST', '/api/v1/contacts', 'command'],
    ['PATCH', '/api/v1/contacts/1', 'command'],
    ['PUT', '/api/v1/webhooks/1', 'command'],
    ['DELETE', '/api/v1/stages/1', 'command'],
    ['GET', '/hooks/whatsapp?hub.mode=subscribe', 'command'],
    ['POST', '/operator/v1/accounts', 'command'],
    ['GET', '/operator', 'command'],
    ['GET', '/hooksters', 'query'],
  ]
  for (const [method, path, app] of cases) {
    const answer = await fetch(url + path, { method })
    t.match(await answer.json(), { app, method, url: path }, `${method} ${path}`)
  }
  const head = await fetch(`${url}/api/v1/contacts`, { method: 'HEAD' })
  t.equal(head.headers.get('x-app'), 'query')
})

test('requests with Expect: 100-continue or unusual connection headers are served', async (t) => {
  const { port } = await door(t)
  const post = 'POST /api/v1/media HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n'
  for (const more of [
    'expect: 100-continue',
    'keep-alive: timeout=5',
    'upgrade: h2c',
    'connection: upgrade\r\nupgrade: h2c',
    'connection: keep-alive, upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk',
  ]) {
    const socket = createConnection(port, '127.0.0.1')
    t.teardown(() => socket.destroy())
    let heard = ''
    socket.on('data', (bytes) => {
      heard += bytes
    })
    socket.write(`${post}${more}\r\n\r\n`)
    if (more.startsWith('expect')) await eventually(() => heard === CONTINUE)
    socket.write('four')
    await eventually(() => /"length":4/.test(heard))
    t.match(heard, /HTTP\/1.1 200 OK/, more)
  }
})

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

test('a request that is not HTTP gets an error body of the contract', async (t) => {
  const { port } = await door(t)
  for (const asked of [
    '\x16\x03\x01\r\n\r\n',
    `GET / HTTP/1.1\r\nx: ${'a'.repeat(60_000)}\r\n\r\n`,
  ]) {
    const socket = createConnection(port, '127.0.0.1')
    t.teardown(() => socket.destroy())
    socket.end(asked)
    const [answer] = await once(socket, 'data')
    t.match(String(answer), /^HTTP\/1.1 400 [\s\S]*"error":\{"code":"invalid_body"/)
  }
})

test('unknown routes and methods get the errors of the contract', async (t) => {
  const { url } = await door(t)
  const ask = async (method: string, path: string) => {
    const [answer] = (await once(
      request(url + path, { method, headers: { 'x-request-id': 'mine-3' } }).end(),
      'response',
    )) as [IncomingMessage]
    const body = JSON.parse(Buffer.concat(await answer.toArray()).toString())
    t.equal(answer.headers['x-request-id'], 'mine-3')
    return [answer.statusCode, body]
  }
  t.match(await ask('GET', '/elsewhere/%zz'), [404, { error: { code: 'not_found' } }])
  t.match(await ask('GET', '/elsewhere'), [404, { error: { code: 'not_found' } }])
  t.match(await ask('TRACE', '/api/v1/contacts'), [405, { error: { code: 'method_not_allowed' } }])
})

test('unknown routes and wrong methods are answered from the head, whatever body is announced', async (t) => {
  const { port } = await door(t)
  const bodies = [
    'content-length: 1000000',
    'transfer-encoding: chunked',
    'content-type: a\r\ncontent-length: 9',
    'content-type: application/json\r\ncontent-length: 2000000',
  ]
  const asked = [
    ['POST /elsewhere', 404],
    ['DELETE /api', 404],
    ['POST /hooks', 404],
    ['OPTIONS /api/v1/slow', 405],
    ['TRACE /api/v1/contacts', 405],
  ] as const
  for (const [line, status] of asked)
    for (const body of bodies) {
      const socket = createConnection(port, '127.0.0.1')
      t.teardown(() => socket.destroy())
      socket.write(`${line} HTTP/1.1\r\nhost: a\r\n${body}\r\n\r\n`)
      const [heard] = await once(socket, 'data')
      t.match(String(heard), new RegExp(`^HTTP/1.1 ${status} `), `${line}, ${body}`)
    }
})

test('a client that sends its whole body before reading gets the earlier refusal', async (t) => {
  const { port } = await door(t)
  const length = 20 * 1024 * 1024
  const refusals: [string, RegExp][] = [
    ['/api/v1/media', /^HTTP\/1.1 413 [\s\S]*payload_too_large/],
    ['/elsewhere', /^HTTP\/1.1 404 [\s\S]*not_found/],
  ]
  for (const [path, refusal] of refusals) {
    const socket = createConnection(port, '127.0.0.1').pause()
    t.teardown(() => socket.destroy())
    socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n`)
    await new Promise<void>((resolve) => socket.write(Buffer.alloc(length), () => resolve()))
    const [heard] = await once(socket.resume(), 'data')
    t.match(String(heard), refusal, path)
  }
})

test('a request in flight is answered before the front door closes', async (t) => {
  const { port, url, close, waiting } = await door(t)
  const idle = createConnection(port, '127.0.0.1')
  idle.on('error', () => undefined)
  t.teardown(() => idle.destroy())
  const slow = fetch(`${url}/api/v1/slow`)
  const answer = await eventually(() => waiting[0])
  const closed = close().then(() => true)
  answer()
  t.equal((await slow).status, 200)
  t.ok(await eventually(() => Promise.race([closed, false])))
})

/** A front door for two applications that echo their requests. */
async function door(t: Test) {
  const waiting: (() => void)[] = []
  const command = await echo('command', waiting)
  const query = await echo('query', waiting)
  const opened = await openFrontDoor({ command, query, bounds: usualBounds })
  await opened.listen({ host: '127.0.0.1', port: 0 })
  t.teardown(async () => {
    opened.server.closeAllConnections()
    await opened.close()
    await Promise.all([command.close(), query.close()])
  })
  const { port } = opened.server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, close: opened.close, waiting }
}

async function echo(name: string, waiting: (() => void)[]): Promise<FastifyInstance> {
  const app = await buildServer({
    log: createLogger('test', 'silent'),
    metrics: startMetrics(),
    elsewhere: [{ method: 'POST', url: '/api/v1/contacts' }],
    bounds: usualBounds,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
  app.get('/api/v1/slow', () => new Promise((done) => waiting.push(() => done('{}'))))
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
  for (const url of ['/api/*', '/hooks/*', '/operator', '/operator/*', '/hooksters'])
    app.route({
      method: methods,
      url,
      exposeHeadRoute: false,
      handler: async ({ method, url, body }, reply) => {
        reply.header('x-app', name)
        return { app: name, method, url, length: Buffer.isBuffer(body) ? body.length : 0 }
      },
    })
  return app
}
