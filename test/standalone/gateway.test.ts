import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { freePort } from '@recado/standalone/free-port'
import { buildGateway } from '@recado/standalone/gateway'
import { type Test, test } from 'tap'
import { eventually } from '../kit/eventually.ts'

test('hooks and operator routes go to commands, other reads to queries', async (t) => {
  const gateway = await between(t, await echo(t, 'command'), await echo(t, 'query'))
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
  for (const [method, path, upstream] of cases) {
    const answer = await fetch(gateway + path, { method })
    t.match(await answer.json(), { upstream, method, url: path }, `${method} ${path}`)
  }
  t.equal(
    (await fetch(`${gateway}/api/v1/contacts`, { method: 'HEAD' })).headers.get('x-upstream'),
    'query',
  )
})

test('bytes and request id pass unchanged, in both directions', async (t) => {
  const gateway = await between(t, await echo(t, 'command'), await echo(t, 'query'))
  const body = '{ "text":  "\\u00e1",\n "n": 1.0 }'
  const answer = await fetch(`${gateway}/hooks/whatsapp`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-request-id': 'mine-1' },
  })
  t.equal(answer.headers.get('x-request-id'), 'mine-1')
  t.match(await answer.json(), { body, headers: { 'content-type': 'application/json' } })
})

test('a body passes whatever it says it is', async (t) => {
  const gateway = await between(t, await echo(t, 'command'), await echo(t, 'query'))
  for (const type of ['text/plain', 'application/json', 'application/xml', 'multipart/form-data']) {
    const headers = { 'content-type': type }
    const answer = await fetch(`${gateway}/hooks/whatsapp`, { method: 'POST', body: 'a', headers })
    t.match(await answer.json(), { body: 'a', headers }, type)
  }
})

test('what is not HTTP is told so in the error body of the contract', async (t) => {
  const gateway = await between(t, await echo(t, 'command'), await echo(t, 'query'))
  for (const asked of [
    '\x16\x03\x01\r\n\r\n',
    `GET / HTTP/1.1\r\nx: ${'a'.repeat(60_000)}\r\n\r\n`,
  ]) {
    const socket = createConnection(Number(new URL(gateway).port), '127.0.0.1')
    t.teardown(() => socket.destroy())
    socket.end(asked)
    const [answer] = await once(socket, 'data')
    t.match(String(answer), /^HTTP\/1.1 400 [\s\S]*"error":\{"code":"invalid_body"/)
  }
})

test('a large upload passes', async (t) => {
  const gateway = await between(t, await echo(t, 'command'), await echo(t, 'query'))
  const body = Buffer.alloc(8 * 1024 * 1024, 7)
  const answer = await fetch(`${gateway}/api/v1/media`, { method: 'POST', body })
  t.equal(Number(answer.headers.get('x-length')), body.length)
})

test('a client that sends all of its body before it reads hears a refusal that came earlier', async (t) => {
  const refusing = await server(t, (asked, response) => {
    asked.resume()
    response.writeHead(413).end('{"error":{"code":"payload_too_large"}}')
  })
  const gateway = await between(t, refusing, refusing)
  const heard = await sendThenRead(gateway, 20 * 1024 * 1024)
  t.match(heard, /^HTTP\/1.1 413 [\s\S]*payload_too_large/)

  const down = await between(t, `http://127.0.0.1:${await freePort()}`, refusing)
  t.match(await sendThenRead(down, 20 * 1024 * 1024), /^HTTP\/1.1 503 [\s\S]*unavailable/)
})

test('however many requests wait for an API, the next one reaches it at once', async (t) => {
  const waiting: ServerResponse[] = []
  const api = await server(t, ({ url }, response) => {
    if (url === '/hooks/whatsapp') waiting.push(response)
    else response.end('{}')
  })
  const gateway = await between(t, api, api)
  const hooks = Array.from({ length: 600 }, () =>
    fetch(`${gateway}/hooks/whatsapp`, { method: 'POST', body: '{}' }),
  )
  await eventually(() => waiting.length === hooks.length)
  t.equal((await fetch(`${gateway}/api/v1/contacts`)).status, 200)
  for (const response of waiting) response.writeHead(503).end('{}')
  t.ok((await Promise.all(hooks)).every(({ status }) => status === 503))
})

test('an upload that its client breaks off is broken off at the API too', async (t) => {
  const uploads: IncomingMessage[] = []
  const api = await server(t, (asked) => {
    asked.on('error', () => undefined)
    uploads.push(asked.resume())
  })
  const { port } = new URL(await between(t, api, api))
  const client = createConnection(Number(port), '127.0.0.1')
  client.write('POST /api/v1/media HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\nhalf')
  const upload = await eventually(() => uploads[0])
  client.destroy()
  await eventually(() => upload.destroyed)
  t.notOk(upload.complete)
})

test('an upstream that is down or breaks midway answers 503, and says what may have happened', async (t) => {
  const nobody = `http://127.0.0.1:${await freePort()}`
  const broken = await server(t, ({ socket }) => void socket.destroy())
  const gateway = await between(t, broken, nobody)

  const down = await fetch(`${gateway}/api/v1/contacts`, { headers: { 'x-request-id': 'mine-2' } })
  t.equal(down.status, 503)
  t.equal(down.headers.get('retry-after'), '1')
  t.equal(down.headers.get('x-request-id'), 'mine-2')
  t.match(await down.json(), { error: { code: 'unavailable', message: String } })

  const cut = await fetch(`${gateway}/api/v1/messages`, { method: 'POST', body: '{}' })
  t.equal(cut.status, 503)
  t.ok(cut.headers.get('x-request-id'))
  t.match(await cut.json(), { error: { code: 'unavailable', message: /outcome is unknown/ } })
})

test('an answer of 503 is passed on, not repeated', async (t) => {
  let asked = 0
  const busy = await server(t, (_, response) => {
    asked += 1
    response.writeHead(503, { 'retry-after': '1' }).end('{"error":{"code":"unavailable"}}')
  })
  const gateway = await between(t, busy, busy)
  t.equal((await fetch(`${gateway}/api/v1/contacts`)).status, 503)
  t.equal(asked, 1)
})

test('what reaches neither API is answered in the same words', async (t) => {
  const gateway = await between(t, await echo(t, 'command'), await echo(t, 'query'))
  const ask = async (method: string, path: string) => {
    const [answer] = (await once(
      request(gateway + path, { method, headers: { 'x-request-id': 'mine-3' } }).end(),
      'response',
    )) as [IncomingMessage]
    const body = JSON.parse(Buffer.concat(await answer.toArray()).toString())
    t.equal(answer.headers['x-request-id'], 'mine-3')
    return [answer.statusCode, body]
  }
  t.match(await ask('GET', '/api/v1/contacts/%zz'), [
    404,
    { error: { code: 'not_found', message: String, statusCode: undefined } },
  ])
  t.match(await ask('TRACE', '/api/v1/contacts'), [
    405,
    { error: { code: 'method_not_allowed', message: String } },
  ])
})

/** Posts a body of so many bytes, and reads only after the last one is written. @returns what it heard, or its fault */
async function sendThenRead(gateway: string, length: number): Promise<string> {
  const socket = createConnection(Number(new URL(gateway).port), '127.0.0.1').pause()
  const fault = new Promise<string>((resolve) => {
    socket.once('error', ({ message }) => resolve(message))
  })
  socket.write(`POST /api/v1/media HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n`)
  const sent = new Promise<void>((resolve) => socket.write(Buffer.alloc(length), () => resolve()))
  const heard = sent.then(() => once(socket.resume(), 'data')).then(([bytes]) => String(bytes))
  return Promise.race([heard, fault]).finally(() => socket.destroy())
}

async function between(t: Test, commandApi: string, queryApi: string): Promise<string> {
  const gateway = await buildGateway({ commandApi, queryApi })
  t.teardown(() => gateway.close())
  return gateway.listen({ port: 0, host: '127.0.0.1' })
}

/** An API that answers what it was asked. */
function echo(t: Test, upstream: string): Promise<string> {
  return server(t, async (asked, response) => {
    const bytes = Buffer.concat(await asked.toArray())
    const body = bytes.length > 1_000 ? '' : bytes.toString()
    const { method, url, headers } = asked
    const id = String(headers['x-request-id'] ?? '')
    response.writeHead(200, {
      'x-upstream': upstream,
      'x-request-id': id,
      'x-length': bytes.length,
    })
    response.end(JSON.stringify({ upstream, method, url, headers, body }))
  })
}

async function server(
  t: Test,
  answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<string> {
  const listening = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    listening.closeAllConnections()
    listening.close()
  })
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
}
