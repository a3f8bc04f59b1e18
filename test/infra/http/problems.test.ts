import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createConnection } from 'node:net'
import { Writable } from 'node:stream'
import { ProblemCode } from '@recado/contract/problem'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { createLogger } from '@recado/infra/logger'
import { openPool } from '@recado/infra/postgres/pool'
import { VaultUnavailable } from '@recado/infra/vault/vault'
import { test } from 'tap'
import { z } from 'zod'
import { keyOwner } from '../../kit/known-registry.ts'
import { testDatabase } from '../../kit/postgres.ts'
import { codeOf, routeOf, smallApp } from './small-app.ts'

const database = await testDatabase('problems')
const pool = openPool(database.url)
const caller = keyOwner()
const { headers } = caller

const lines: Record<string, unknown>[] = []
const log = createLogger(
  'test',
  'info',
  new Writable({
    write(chunk, _, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  }),
)

function ofPostgres(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}

const thrown: Record<string, unknown> = {
  bug: new TypeError('the secret is 1234'),
  log: new StoreUnavailable('no answer', { outcomeUnknown: true }),
  postgres: Object.assign(new Error('the database system is shutting down'), { code: '57P01' }),
  dropped: ofPostgres('42P01', 'relation "messages" does not exist'),
  schema: ofPostgres('3F000', 'schema "read_13" does not exist'),
  replanned: ofPostgres('0A000', 'cached plan must not change result type'),
  opened: ofPostgres('XX000', 'could not open relation with OID 16385'),
  column: ofPostgres('42703', 'column "secret 1234" does not exist'),
  corrupt: ofPostgres('XX000', 'missing chunk number 0 for toast value 1234'),
  vault: new VaultUnavailable(
    Object.assign(new Error('No space left on device'), { code: '53100' }),
  ),
  provider: new HttpProblem(502, 'provider_error', 'the provider did not answer'),
}
const app = await smallApp({
  keyOwners: [caller],
  pool,
  server: {
    log,
    elsewhere: [
      { method: 'PUT', url: '/api/v1/elsewhere/{id}' },
      { method: 'GET', url: '/api/v1/elsewhere/{id}' },
      { method: 'GET', url: '/api/v1/things/resolve' },
      { method: 'GET', url: '/api/v1/things/{id}' },
      { method: 'GET', url: '/api/v1/things/{thing}/parts' },
    ],
  },
  routes: [
    routeOf({
      url: '/throws/:what',
      params: z.object({ what: z.string() }),
      handle: async ({ params }) => {
        throw thrown[(params as { what: string }).what]
      },
    }),
    routeOf({ method: 'POST', access: 'write', body: z.looseObject({ name: z.string() }) }),
    routeOf({ method: 'POST', url: '/bare', access: 'write' }),
    routeOf({
      ...{ method: 'DELETE', url: '/things/:id', access: 'write' },
      params: z.object({ id: z.string() }),
      query: z.object({ connection_id: z.string() }),
    }),
    routeOf({ method: 'POST', url: '/things/text', access: 'write' }),
    routeOf({ method: 'POST', url: '/things/:id/parts', access: 'write' }),
    routeOf({ url: '/operator', access: 'operator' }),
    routeOf({ url: '/wrong', handle: async () => ({ status: 200, body: { ok: false } }) }),
    routeOf({ url: '/extra', handle: async () => ({ status: 200, body: '{"ok":true,"x":1}' }) }),
  ],
})

const send = (payload: string | Buffer | undefined, type?: string, url = '/api/v1/things') =>
  app.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
    ...(payload === undefined ? {} : { payload }),
  })

test('errors become the problems of the contract, and are logged with their request', async (t) => {
  const cases: [string, number, string][] = [
    ['bug', 500, 'internal_error'],
    ['log', 503, 'unavailable'],
    ['postgres', 503, 'unavailable'],
    ['vault', 503, 'unavailable'],
    ['dropped', 503, 'unavailable'],
    ['schema', 503, 'unavailable'],
    ['replanned', 503, 'unavailable'],
    ['opened', 503, 'unavailable'],
    ['column', 500, 'internal_error'],
    ['corrupt', 500, 'internal_error'],
    ['provider', 502, 'provider_error'],
  ]
  for (const [what, status, code] of cases) {
    const asked = { ...headers, 'x-request-id': `ask-${what}` }
    const answer = await app.inject({ url: `/api/v1/throws/${what}`, headers: asked })
    t.equal(answer.statusCode, status, what)
    t.equal(codeOf(answer), code)
    t.ok(ProblemCode.safeParse(code).success, 'the code is one of the contract')
    t.equal(answer.headers['retry-after'], status === 503 ? '1' : undefined)
    t.notMatch(answer.body, /1234/, 'no internal detail is returned')
  }
  t.match(lines, [
    { level: 50, err: { type: 'TypeError' }, route: 'GET /api/v1/throws/:what' },
    { level: 40, err: { type: 'StoreUnavailable' } },
    { level: 40 },
    { level: 40, err: { type: 'VaultUnavailable' } },
  ])
  t.match(
    lines,
    ['bug', 'log', 'postgres'].map((what) => ({
      request_id: `ask-${what}`,
      correlation_id: `ask-${what}`,
      account_id: caller.account.id,
    })),
    'each line names the request and the account',
  )
})

test('a problem names what is not available', async (t) => {
  for (const [what, name] of [
    ['log', 'event log'],
    ['postgres', 'database'],
    ['vault', 'vault'],
  ]) {
    const answer = await app.inject({ url: `/api/v1/throws/${what}`, headers })
    t.match(answer.json(), { error: { message: `the ${name} is not available; try again` } })
  }
})

test('invalid bodies are refused with the codes of the contract', async (t) => {
  const json = 'application/json'
  const outcome = async (answer: ReturnType<typeof send>) => {
    const { statusCode } = await answer
    return statusCode === 200 ? [200] : [statusCode, codeOf(await answer)]
  }
  t.same(await outcome(send('{"name":"a"}', json)), [200])
  t.same(await outcome(send('{"name":"a"}', 'application/json; charset=utf-8')), [200])
  t.same(await outcome(send('{"name":', json)), [400, 'invalid_body'])
  t.same(await outcome(send('{"name":"a","__proto__":{}}', json)), [400, 'invalid_body'])
  t.same(await outcome(send('[]', json)), [422, 'validation'])
  t.same(await outcome(send('name=a', 'application/x-www-form-urlencoded')), [
    415,
    'unsupported_media_type',
  ])
  for (const type of ['text/plain', 'rubbish', 'a/', '/json', 'application', ';charset=utf-8'])
    t.same(await outcome(send('{"name":"a"}', type)), [415, 'unsupported_media_type'], type)
  t.same(await outcome(send(JSON.stringify({ name: 'x'.repeat(2 ** 20) }), json)), [
    413,
    'payload_too_large',
  ])
  const deep = (levels: number) =>
    `{"name":"a","x":${'['.repeat(levels)}"\\u0000"${']'.repeat(levels)}}`
  t.same(await outcome(send(deep(400_000), json)), [400, 'invalid_body'])
  t.same(await outcome(send(deep(90), json)), [422, 'validation'])
  t.same(await outcome(send(`{"name":"\\"${'['.repeat(5_000)}\\\\"}`, json)), [200])
  t.same(await outcome(send('{"name":"\\u0000"}', json)), [422, 'validation'])
  t.same(await outcome(send('{"name":"\\ud83d"}', json)), [422, 'validation'])
  t.same(await outcome(send('{"name":"\\ud83d\\ude00"}', json)), [200])
})

test('a client that sends all of a too large body before reading gets the 413', async (t) => {
  const body = 'x'.repeat(16 * 2 ** 20)
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const requests: [Record<string, string>, string][] = [
    [{ 'content-length': String(body.length) }, body],
    [{ 'transfer-encoding': 'chunked' }, chunked],
  ]
  for (const [framing, payload] of requests) {
    const head = { host: 'a', 'content-type': 'application/json', ...headers, ...framing }
    const fields = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
    const socket = createConnection(await portOfApp(), '127.0.0.1').pause()
    const fault = new Promise<string>((resolve) => {
      socket.once('error', ({ message }) => resolve(message))
    })
    await new Promise<void>((sent) => {
      const text = `POST /api/v1/things HTTP/1.1\r\n${fields.join('')}\r\n${payload}`
      socket.write(text, () => sent())
    })
    const answer = once(socket.resume(), 'data').then(([bytes]) => String(bytes))
    t.match(await Promise.race([answer, fault]), /^HTTP\/1.1 413 [\s\S]*payload_too_large/)
    socket.destroy()
  }
})

test('an empty body is no body whatever its content type', async (t) => {
  const types = ['application/json', 'text/plain', 'multipart/form-data', 'rubbish', '']
  for (const type of [undefined, ...types]) {
    const bare = await send(undefined, type, '/api/v1/bare')
    t.equal(bare.statusCode, 200, String(type))
    const missing = await send(undefined, type)
    t.equal(missing.statusCode, 422, String(type))
    t.match(missing.json(), { error: { code: 'validation', message: 'name is required' } })
  }
  const chunked = await app.inject({
    method: 'POST',
    url: '/api/v1/bare',
    headers: { ...headers, 'transfer-encoding': 'chunked', 'content-type': 'text/plain' },
  })
  t.equal(chunked.statusCode, 200)
})

test('unknown routes and methods are refused with the codes of the contract', async (t) => {
  const missing = await app.inject({ url: '/api/v1/nothing' })
  t.same([missing.statusCode, codeOf(missing)], [404, 'not_found'])
  const method = await app.inject({ method: 'PATCH', url: '/api/v1/things/1?x=1' })
  t.same([method.statusCode, codeOf(method)], [405, 'method_not_allowed'])
  t.equal(method.headers.allow, 'DELETE, GET, HEAD')
  const elsewhere = await app.inject({ method: 'POST', url: '/api/v1/elsewhere/1' })
  t.same([elsewhere.statusCode, elsewhere.headers.allow], [405, 'GET, HEAD, PUT'])
  const unreadable = await app.inject({ url: '/api/v1/%ff' })
  t.same([unreadable.statusCode, codeOf(unreadable)], [404, 'not_found'])
})

test('a path that a route names literally is its own for every method', async (t) => {
  const named: readonly ['PUT' | 'GET' | 'DELETE' | 'PATCH', string, string][] = [
    ['PUT', '/things/text', 'POST'],
    ['GET', '/things/text', 'POST'],
    ['DELETE', '/things/text?connection_id=1', 'POST'],
    ['DELETE', '/things/te%78t', 'POST'],
    ['DELETE', '/things/resolve', 'GET, HEAD'],
    ['PATCH', '/things/resolve', 'GET, HEAD'],
    ['PATCH', '/things/text/parts', 'GET, HEAD, POST'],
  ]
  for (const [method, path, allow] of named) {
    const answer = await app.inject({ method, url: `/api/v1${path}`, headers })
    t.same([answer.statusCode, answer.headers.allow], [405, allow], `${method} ${path}`)
    t.equal(answer.json().error.message, `this path takes ${allow}`)
  }
  const other = { method: 'DELETE', url: '/api/v1/things/texts?connection_id=1', headers } as const
  t.equal((await app.inject(other)).statusCode, 200)
})

test('an empty id makes a path that no route has', async (t) => {
  for (const [method, path] of [
    ['DELETE', '/things/'],
    ['POST', '/things//parts'],
    ['PATCH', '/things/'],
  ] as const) {
    const answer = await app.inject({ method, url: `/api/v1${path}`, headers })
    t.same([answer.statusCode, codeOf(answer)], [404, 'not_found'], `${method} ${path}`)
    t.match(answer.json(), { error: { message: /\/api\/v1\/openapi\.json/ } })
  }
})

test('a slash within an id is part of the id', async (t) => {
  const reached = async (id: string) => {
    const answer = await app.inject({ method: 'DELETE', url: `/api/v1/things/${id}`, headers })
    return [answer.statusCode, codeOf(answer)]
  }
  t.same(await reached('wamid.a%2Fb%2B'), await reached('wamid.ab'))
})

test('missing and invalid keys are refused with 401', async (t) => {
  for (const authorization of ['', 'Bearer', 'Basic abc', 'Bearer unknown', `Bearer  a b`]) {
    const answer = await app.inject({ url: '/api/v1/wrong', headers: { authorization } })
    t.same([answer.statusCode, codeOf(answer)], [401, 'unauthorized'], authorization)
    t.equal(answer.headers['www-authenticate'], 'Bearer')
  }
  const operator = (token: string) =>
    app.inject({ url: '/api/v1/operator', headers: { authorization: `Bearer ${token}` } })
  t.equal((await operator(caller.secret)).statusCode, 401)
  t.equal((await app.inject({ url: '/api/v1/operator' })).statusCode, 401)
})

test('a reply that its schema does not describe is an error while replies are checked', async (t) => {
  for (const url of ['/api/v1/wrong', '/api/v1/extra']) {
    t.equal((await app.inject({ url, headers })).statusCode, 500, url)
  }
})

test('a request that is not HTTP gets an error body of the contract too', async (t) => {
  const socket = createConnection(await portOfApp(), '127.0.0.1').setEncoding('utf8')
  socket.write('this is not HTTP\r\n\r\n')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  await once(socket, 'close')
  const body = text.slice(text.indexOf('\r\n\r\n'))
  t.equal(codeOf({ json: () => JSON.parse(body) }), 'invalid_body')
  await app.close()
  await pool.end()
  await database.drop()
})

async function portOfApp(): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}
