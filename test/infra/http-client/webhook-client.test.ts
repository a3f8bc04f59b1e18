import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { addressPolicy } from '@recado/infra/http-client/public-address'
import { publicNames } from '@recado/infra/http-client/resolve-name'
import { webhookClient } from '@recado/infra/http-client/webhook-client'
import { type Test, test } from 'tap'
import { startNameServer } from '../../kit/name-server.ts'

type Answer = Parameters<typeof createServer>[1] & object

async function serving(t: Test, answer: Answer) {
  let connections = 0
  const server = createServer(answer)
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, connections: () => connections }
}

// Long enough for any responding endpoint on a busy machine.
const open = (t: Test, subnets: string[], timeoutMs = 60_000) => {
  const client = webhookClient({ isAllowed: addressPolicy(subnets), timeoutMs })
  t.teardown(() => client.close())
  return (url: string, owner = 'webhook-1') =>
    client.post({ owner, url, headers: { 'x-a': 'b' }, body: Buffer.from('{}') })
}

test('a private address is never dialled, given literally or by name', async (t) => {
  const { port, connections } = await serving(t, (_, response) => void response.end())
  const post = open(t, [])
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f000001']) {
    const answer = await post(`http://${host}:${port}/`)
    t.match(answer, { status: null, error: /not a public address/ }, host)
  }
  t.equal(connections(), 0)
})

test('a name is not dialled when the policy refuses one of its addresses', async (t) => {
  const { port, connections } = await serving(t, (_, response) => void response.end())
  const dialled = (allowed: readonly string[]) => {
    const client = webhookClient({
      isAllowed: (address) => allowed.includes(address),
      timeoutMs: 60_000,
      names: async () => [
        { address: '::1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ],
    })
    t.teardown(() => client.close())
    const url = `http://crm.example:${port}/`
    return client.post({ owner: 'webhook-1', url, headers: {}, body: Buffer.from('') })
  }
  const refused = { status: null, error: 'crm.example leads to what is not a public address' }
  for (const allowed of [[], ['::1'], ['127.0.0.1']])
    t.match(await dialled(allowed), refused, `${allowed}`)
  t.equal(connections(), 0)
  t.match(await dialled(['::1', '127.0.0.1']), { status: 200 })
  t.equal(connections(), 1)
})

test('names with silent name servers delay no others, and errors do not reveal the resolved address', async (t) => {
  const { port, connections } = await serving(t, (_, response) => void response.end())
  const server = await startNameServer({
    'crm.example': '127.0.0.1',
    'inside.example': '10.1.2.3',
  })
  t.teardown(() => server.close())
  const names = publicNames([server.address])
  const client = webhookClient({
    isAllowed: addressPolicy(['127.0.0.0/8']),
    timeoutMs: 60_000,
    names,
  })
  t.teardown(() => client.close())
  const post = (host: string) =>
    client.post({
      ...{ owner: host, url: `http://${host}:${port}/` },
      ...{ headers: {}, body: Buffer.from('{}') },
    })
  const ended: string[] = []
  for (let n = 0; n < 40; n++)
    void post(`silent-${n}.example`).then((answer) => ended.push(JSON.stringify(answer)))
  t.match(await post('crm.example'), { status: 200 })
  t.same(ended, [], 'the system resolver would look up only a few names at a time')
  const error = 'inside.example leads to what is not a public address'
  t.match(await post('inside.example'), { status: null, error })
  t.equal(connections(), 1)
})

test('an allowed address is called, and its connections are reused', async (t) => {
  const { port, connections } = await serving(t, (request, response) => {
    request.resume()
    response.end('fine')
  })
  const post = open(t, ['127.0.0.0/8'])
  for (let i = 0; i < 20; i++)
    t.same(await post(`http://127.0.0.1:${port}/`), { status: 200, retryAfter: null, excerpt: '' })
  // A second connection is opened when the first has not quite finished its last response.
  t.ok(connections() <= 2, `${connections()} connections`)
})

test('an endpoint that was down is called again as soon as it listens', async (t) => {
  const { port } = await serving(t, (_, response) => void response.end())
  const dead = createTcpServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => dead.once('listening', resolve))
  const { port: free } = dead.address() as AddressInfo
  await new Promise((resolve) => dead.close(resolve))
  const post = open(t, ['127.0.0.0/8'])
  const many = (to: number) =>
    Promise.all(Array.from({ length: 40 }, () => post(`http://127.0.0.1:${to}/`)))
  for (const answer of [...(await many(free)), ...(await many(free))])
    t.match(answer, { status: null, error: /ECONNREFUSED/ })
  dead.on('connection', (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'))
  dead.listen(free, '127.0.0.1')
  t.teardown(() => dead.close())
  t.match(await post(`http://127.0.0.1:${free}/`), { status: 204 })
  for (const answer of await many(port)) t.match(answer, { status: 200 })
})

test('redirects are not followed', async (t) => {
  let hits = 0
  const { port } = await serving(t, (_, response) => {
    hits++
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  t.match(await open(t, ['127.0.0.0/8'])(`http://127.0.0.1:${port}/`), { status: 302 })
  t.equal(hits, 1)
})

test('for a failure the first 4 KiB of the response and Retry-After are returned', async (t) => {
  const { port } = await serving(t, (_, response) => {
    response.writeHead(503, { 'retry-after': '7' })
    response.end('x'.repeat(100_000))
  })
  const answer = await open(t, ['127.0.0.0/8'])(`http://127.0.0.1:${port}/`)
  t.same(answer, { status: 503, retryAfter: '7', excerpt: 'x'.repeat(4096) })
})

test('no response in time is a failure', async (t) => {
  const { port } = await serving(t, () => undefined)
  const answer = await open(t, ['127.0.0.0/8'], 100)(`http://127.0.0.1:${port}/`)
  t.match(answer, { status: null, error: 'no answer within 100 ms' })
})

test('an attempt without an answer tells its kind', async (t) => {
  const reset = await serving(t, ({ socket }) => void socket.resetAndDestroy())
  const closed = await serving(t, ({ socket }) => void socket.end())
  const silent = await serving(t, () => undefined)
  const babble = await flooding(t, 'SSH-2.0-OpenSSH_9.6\r\n', '')
  const endless = await flooding(t, HINTS, HINTS.repeat(50))
  const post = open(t, ['127.0.0.0/8'], 5_000)
  const ports = { reset: reset.port, closed: closed.port, silent: silent.port }
  for (const [url, failure] of [
    ['http://127.0.0.1:1/', 'connection_refused'],
    ['http://10.1.2.3/', 'address_forbidden'],
    [`http://127.0.0.1:${ports.reset}/`, 'connection_closed'],
    [`http://127.0.0.1:${ports.closed}/`, 'connection_closed'],
    [`https://127.0.0.1:${ports.silent}/`, 'tls'],
    [babble.url, 'invalid_answer'],
    [endless.url, 'invalid_answer'],
  ] as const)
    t.match(await post(url), { status: null, error: /./, failure }, url)
  const deaf = webhookClient({
    ...{ isAllowed: addressPolicy([]), timeoutMs: 60_000 },
    names: publicNames(['127.0.0.1:1']),
  })
  t.teardown(() => deaf.close())
  const url = 'http://crm.example/'
  const unnamed = await deaf.post({ owner: 'one', url, headers: {}, body: Buffer.from('') })
  t.match(unnamed, { status: null, failure: 'dns' }, 'a name server that is not there')
  const late = await open(t, ['127.0.0.0/8'], 100)(`http://127.0.0.1:${ports.silent}/`)
  t.match(late, { status: null, failure: 'timeout' })
})

test('a refused connection is a failure with its code', async (t) => {
  const answer = await open(t, ['127.0.0.0/8'])('http://127.0.0.1:1/')
  t.match(answer, { status: null, error: /ECONNREFUSED/ })
})

/** Answers every request with `first` and then `again` over and over until the connection is closed. */
async function flooding(t: Test, first: string, again: string) {
  let written = 0
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(first)
      const more = () => {
        if (socket.destroyed) return
        written += again.length
        if (socket.write(again)) setImmediate(more)
        else socket.once('drain', more)
      }
      more()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, sent: () => written }
}

const HINTS = `HTTP/1.1 103 Early Hints\r\nlink: <${'x'.repeat(1_000)}>\r\n\r\n`
const CHUNKED = 'HTTP/1.1 500 No\r\ntransfer-encoding: chunked\r\n\r\n'

test('an endpoint that sends without end is cut off, whatever it sends', async (t) => {
  const post = open(t, ['127.0.0.0/8'], 30_000)
  const hints = await flooding(t, HINTS, HINTS.repeat(50))
  t.match(await post(hints.url), { status: null, error: /longer than 131072 bytes/ })
  const extensions = await flooding(t, `${CHUNKED}1;`, 'x=y;'.repeat(10_000))
  t.match(await post(extensions.url), { status: 500, excerpt: '' })
  const head = await flooding(t, 'HTTP/1.1 200 OK\r\n', `x-${'y'.repeat(60)}: z\r\n`.repeat(500))
  t.match(await post(head.url), { status: null })
  for (const { sent } of [hints, extensions, head])
    t.ok(sent() < 16 * 1024 * 1024, `${sent()} bytes were sent`)
})

test('each request over a reused connection has the whole byte allowance', async (t) => {
  const { port, connections } = await serving(
    t,
    (_, response) => void response.end('x'.repeat(60_000)),
  )
  const post = open(t, ['127.0.0.0/8'])
  for (let i = 0; i < 10; i++) t.match(await post(`http://127.0.0.1:${port}/`), { status: 200 })
  t.ok(connections() <= 2, `${connections()} connections`)
})

test('webhooks at one origin do not wait for each other', async (t) => {
  const held: (() => void)[] = []
  const { port } = await serving(t, ({ url }, response) => {
    if (url === '/slow') held.push(() => response.end())
    else response.end()
  })
  const post = open(t, ['127.0.0.0/8'], 20_000)
  const slow = Array.from({ length: 100 }, () => post(`http://127.0.0.1:${port}/slow`, 'slow'))
  t.match(await post(`http://127.0.0.1:${port}/quick`, 'quick'), { status: 200 })
  const releasing = setInterval(() => {
    for (const end of held.splice(0)) end()
  }, 10)
  t.ok((await Promise.all(slow)).every(({ status }) => status === 200))
  clearInterval(releasing)
})

test("waiting for a connection does not count towards an attempt's time-out", async (t) => {
  let asked = 0
  const { port } = await serving(t, (_, response) => {
    asked += 1
    // The attempts that take all connections are never answered.
    if (asked > 32) response.end()
  })
  const post = open(t, ['127.0.0.0/8'], 3_000)
  const many = Array.from({ length: 33 }, () => post(`http://127.0.0.1:${port}/`))
  const statuses = (await Promise.all(many)).map(({ status }) => status)
  t.same(statuses, [...Array(32).fill(null), 200], 'the last one waited until the others timed out')
})

test('an invalid status is a failure with a message of our own', async (t) => {
  for (const status of ['000', '099']) {
    const { url } = await flooding(t, `HTTP/1.1 ${status} X\r\ncontent-length: 0\r\n\r\n`, '')
    const answer = await open(t, ['127.0.0.0/8'])(url)
    t.match(answer, { status: null, error: /status/ }, status)
  }
})
