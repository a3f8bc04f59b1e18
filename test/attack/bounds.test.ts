import type { ServerResponse } from 'node:http'
import { markAuthorised } from '@recado/infra/http/bounds/mark-authorised'
import { test } from 'tap'
import { Pool } from 'undici'
import { eventually } from '../kit/eventually.ts'
import { echoLength, guarded } from './guarded.ts'
import { asking, HALF_POST, stranger } from './stranger.ts'

const FEW = { connections: 40, connectionsPerAddress: 20 }

for (const [what, writes] of [
  ['idle connections', undefined],
  ['half bodies', HALF_POST],
  ['half heads', 'GET / HTTP/1.1\r\nhost:'],
] as const)
  for (const from of ['127.0.0.2', '127.0.0.1'])
    test(`200 ${what} from ${from} do not keep others out`, async (t) => {
      const { port, url, connections } = await guarded(t, FEW)
      const client = new Pool(url, { connections: 2 })
      t.teardown(() => client.destroy())
      const ask = async () => {
        const answer = await client.request({ path: '/', method: 'POST', body: 'four' })
        return answer.body.text()
      }
      t.equal(await ask(), '4')
      const crowd = Array.from({ length: 200 }, () =>
        stranger(t, port, { from, ...(writes && { writes }) }),
      )
      await eventually(() => crowd.filter(({ gone }) => gone()).length >= 180)
      for (let i = 0; i < 10; i++) t.equal(await ask(), '4')
      t.equal(await (await fetch(url, { method: 'POST', body: 'new' })).text(), '3')
      t.ok((await connections()) <= 24, 'no more connections than the limit')
    })

test('attackers with many addresses share one limit, and an honest client stays connected', async (t) => {
  const { port, url, connections } = await guarded(t, FEW)
  const client = new Pool(url, { connections: 1 })
  t.teardown(() => client.destroy())
  await (await client.request({ path: '/', method: 'GET' })).body.text()
  const all = Array.from({ length: 100 }, (_, i) =>
    stranger(t, port, { from: `127.0.1.${1 + (i % 50)}`, writes: HALF_POST }),
  )
  await eventually(() => all.filter(({ gone }) => gone()).length >= 60)
  t.ok((await connections()) <= 40)
  const answer = await client.request({ path: '/', method: 'GET' })
  t.equal(await answer.body.text(), '0', 'over its existing connection')
})

test('a client that waits for our response is never disconnected to make room', async (t) => {
  const waiting: ServerResponse[] = []
  const { port } = await guarded(t, FEW, (_, response) => void waiting.push(response))
  const honest = Array.from({ length: 20 }, () => stranger(t, port, { writes: asking('/') }))
  await eventually(() => waiting.length === 20)
  const late = stranger(t, port, { writes: asking('/') })
  await eventually(() => late.gone())
  for (const response of waiting) response.end('there')
  await eventually(() => honest.every(({ heard }) => heard().endsWith('there')))
})

test('the requests of one connection are handled one after the other, in order', async (t) => {
  let most = 0
  let atWork = 0
  const { port } = await guarded(t, {}, ({ url = '' }, response) => {
    atWork += 1
    most = Math.max(most, atWork)
    setImmediate(() => {
      atWork -= 1
      response.end(url)
    })
  })
  const paths = Array.from({ length: 20 }, (_, i) => `/${i}.`)
  const client = stranger(t, port, { writes: paths.map(asking).join('') })
  const bodies = () => [...client.heard().matchAll(/^\/\d+\./gm)].map(([body]) => body)
  await eventually(() => bodies().length === paths.length)
  t.strictSame(bodies(), paths)
  t.equal(most, 1)
})

test('a client that pipelines and reads nothing is disconnected, and nothing is left behind', async (t) => {
  let begun = 0
  const large = Buffer.alloc(300 * 1024, 'x')
  const { port, connections } = await guarded(t, {}, (_, response) => {
    begun += 1
    response.end(large)
  })
  const greedy = Array.from({ length: 16 }, () =>
    stranger(t, port, { writes: asking('/openapi.json').repeat(1_300), reads: false }),
  )
  await eventually(async () => (await connections()) === 0)
  for (const { socket } of greedy) socket.resume()
  await eventually(() => greedy.every(({ gone }) => gone()))
  t.ok(begun <= 16 * 33, `${begun} of 20,800 were begun`)
})

test('requests that nobody may send are not even parsed, unless a trusted proxy sends them', async (t) => {
  const bounds = { trustedProxies: ['127.0.0.3/32'] }
  const { port, server, connections } = await guarded(t, bounds, ({ url }, response) => {
    setImmediate(() => response.end(url))
  })
  let parsed = 0
  server.on('request', () => {
    parsed += 1
  })
  const all = Array.from({ length: 50 }, () =>
    stranger(t, port, { writes: asking('/').repeat(1_300) }),
  )
  await eventually(() => all.every(({ gone }) => gone()))
  await eventually(async () => (await connections()) === 0)
  t.ok(parsed <= 50 * 34, `${parsed} of 65,000 were parsed`)
  const forwarded = asking('/there').replace('host:', 'x-forwarded-for: 7.7.7.7\r\nhost:')
  const proxied = stranger(t, port, { from: '127.0.0.3', writes: forwarded.repeat(200) })
  await eventually(() => proxied.heard().match(/\/there/g)?.length === 200)
})

test('a body after a pipelined head is read in its turn', async (t) => {
  const { port } = await guarded(t, {})
  const post = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 200000\r\n\r\n'
  const one = `${post}${'x'.repeat(200_000)}`
  const client = stranger(t, port, { writes: `${asking('/')}${one}${one}${asking('/')}` })
  await eventually(
    () =>
      client
        .heard()
        .match(/^(200000|0)/gm)
        ?.join() === '0,200000,200000,0',
  )
})

test('after a body that was not read the connection serves further requests', async (t) => {
  const { port } = await guarded(t, {}, ({ url }, response) => response.end(url))
  const head = 'POST /unread HTTP/1.1\r\nhost: a\r\ncontent-length: 2000000\r\n\r\n'
  const client = stranger(t, port, { writes: head })
  await eventually(() => client.heard().endsWith('/unread'))
  client.socket.write('x'.repeat(2_000_000))
  client.socket.write(asking('/next') + head + 'x'.repeat(2_000_000) + asking('/last'))
  await eventually(() => client.heard().endsWith('/last'))
  t.equal(client.heard().match(/200 OK/g)?.length, 4)
})

test('pipelined requests of clients that disconnect leave nothing behind', async (t) => {
  const waiting: ServerResponse[] = []
  const { port, connections } = await guarded(t, {}, (_, response) => void waiting.push(response))
  const all = Array.from({ length: 100 }, () =>
    stranger(t, port, { writes: asking('/').repeat(2) }),
  )
  await eventually(() => waiting.length === 100)
  for (const { socket } of all) socket.destroy()
  for (const response of waiting) response.end()
  await eventually(async () => (await connections()) === 0)
})

/** More than the system's buffers hold of an unread response. */
const LARGE = Buffer.alloc(6 * 1024 * 1024, 'x')
const READERS = 30

test('unread responses take no more than their memory budget', async (t) => {
  let asked = 0
  const bounds = { unreadBytesPerAddress: 8 * 1024 * 1024 }
  const { port, url, connections } = await guarded(t, bounds, (_, response) => {
    asked += 1
    response.end(LARGE)
  })
  const all = Array.from({ length: READERS }, () =>
    stranger(t, port, { writes: asking('/'), reads: false }),
  )
  await eventually(async () => asked === READERS && (await connections()) < 10)
  t.equal((await (await fetch(url)).arrayBuffer()).byteLength, LARGE.length)
  for (const { socket } of all) socket.resume()
})

test('unread streams take no more than their memory budget, though they never end', async (t) => {
  let asked = 0
  const bounds = { unreadBytesPerAddress: 8 * 1024 * 1024 }
  const { port, connections } = await guarded(t, bounds, (_, response) => {
    asked += 1
    response.setHeader('content-type', 'text/event-stream; charset=utf-8')
    response.write(LARGE)
  })
  const all = Array.from({ length: READERS }, () =>
    stranger(t, port, { writes: asking('/'), reads: false }),
  )
  await eventually(async () => asked === READERS && (await connections()) < 10)
  for (const { socket } of all) socket.resume()
})

test('a response that is unread for too long is aborted; a slow reader gets all of it', async (t) => {
  const large = Buffer.alloc(16 * 1024 * 1024, 'x')
  const { port } = await guarded(t, { unreadMs: 8_000 }, (_, response) => response.end(large))
  const mute = stranger(t, port, { writes: asking('/'), reads: false })
  const slow = stranger(t, port, { writes: asking('/') })
  let read = 0
  slow.socket.on('data', (bytes) => {
    read += bytes.length
    slow.socket.pause()
    setTimeout(() => slow.socket.resume(), 50)
  })
  await eventually(() => read > large.length)
  mute.socket.resume()
  await eventually(() => mute.gone())
  t.ok(mute.heard().length < large.length)
})

test('a head that does not arrive in time is answered with 408', async (t) => {
  const { port } = await guarded(t, { headMs: 300 })
  const client = stranger(t, port, { writes: 'GET / HTTP/1.1\r\nhost:' })
  await eventually(() => client.gone())
  t.match(client.heard(), /^HTTP\/1.1 408 [\s\S]*"error":\{"code":"invalid_body"/)
})

test('a body that stops is answered with 408, a slow one is read', async (t) => {
  const { port } = await guarded(t, { bodyLeastRate: 5 }, (request, response) => {
    markAuthorised(request)
    echoLength(request, response)
  })
  const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 200\r\n\r\n'
  const still = stranger(t, port, { writes: head })
  const slow = stranger(t, port, { writes: head })
  const drip = setInterval(() => slow.socket.write('0123456789'), 1_000)
  t.teardown(() => clearInterval(drip))
  await eventually(() => still.gone())
  t.match(still.heard(), /^HTTP\/1.1 408 [\s\S]*"message":"the body arrived too slowly/)
  await eventually(() => slow.heard().endsWith('\r\n\r\n200'))
})

test('a trusted proxy determines for which client a connection counts', async (t) => {
  const waiting: ServerResponse[] = []
  const bounds = { ...FEW, connectionsPerAddress: 3, trustedProxies: ['127.0.0.2/32'] }
  const { port } = await guarded(t, bounds, ({ url }, response) => {
    if (url === '/slow') waiting.push(response)
    else response.end('there')
  })
  const via = (client: string) =>
    `POST /slow HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 9.9.9.9, ${client}\r\ncontent-length: 5\r\n\r\nhalf`
  const idle = Array.from({ length: 10 }, () => stranger(t, port, {}))
  const attack = Array.from({ length: 8 }, () => stranger(t, port, { writes: via('7.7.7.7') }))
  await eventually(() => attack.filter(({ gone }) => gone()).length === 5)
  t.notOk(
    idle.some(({ gone }) => gone()),
    'the proxy itself may have many',
  )
  const other = stranger(t, port, { writes: asking('/') })
  await eventually(() => other.heard().endsWith('there'))

  const untrusted = Array.from({ length: 6 }, (_, i) =>
    stranger(t, port, { from: '127.0.0.3', writes: via(`8.8.8.${i}`) }),
  )
  await eventually(() => untrusted.filter(({ gone }) => gone()).length === 3)
  t.pass('the header of an untrusted client is ignored')
})
