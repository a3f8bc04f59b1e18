import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addressPolicy } from '@recado/infra/http-client/public-address'
import { webhookClient } from '@recado/infra/http-client/webhook-client'
import { type Test, test } from 'tap'

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

const open = (t: Test, subnets: string[], timeoutMs = 2_000) => {
  const client = webhookClient({ isAllowed: addressPolicy(subnets), timeoutMs })
  t.teardown(() => client.close())
  return (url: string) => client.post(url, { 'x-a': 'b' }, Buffer.from('{}'))
}

test('a private address is never dialled, literal or by name', async (t) => {
  const { port, connections } = await serving(t, (_, response) => void response.end())
  const post = open(t, [])
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f000001']) {
    const answer = await post(`http://${host}:${port}/`)
    t.match(answer, { status: null, error: /not a public address/ }, host)
  }
  t.equal(connections(), 0)
})

test('a name leads nowhere when one of its addresses is not allowed', async (t) => {
  const { port, connections } = await serving(t, (_, response) => void response.end())
  // localhost may have ::1 beside 127.0.0.1; only the latter is allowed here, so the policy must decide alone.
  const asked: string[] = []
  const client = webhookClient({
    isAllowed(address) {
      asked.push(address)
      return false
    },
    timeoutMs: 2_000,
  })
  t.teardown(() => client.close())
  const answer = await client.post(`http://localhost:${port}/`, {}, Buffer.from(''))
  t.equal(answer.status, null)
  t.ok(asked.length > 0)
  t.equal(connections(), 0)
})

test('an allowed address is called, and its connections are kept', async (t) => {
  const { port, connections } = await serving(t, (request, response) => {
    request.resume()
    response.end('fine')
  })
  const post = open(t, ['127.0.0.0/8'])
  for (let i = 0; i < 20; i++)
    t.same(await post(`http://127.0.0.1:${port}/`), { status: 200, retryAfter: null, excerpt: '' })
  // A second one is opened when the first has not quite finished its last answer.
  t.ok(connections() <= 2, `${connections()} connections`)
})

test('redirects are answers', async (t) => {
  let hits = 0
  const { port } = await serving(t, (_, response) => {
    hits++
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  t.match(await open(t, ['127.0.0.0/8'])(`http://127.0.0.1:${port}/`), { status: 302 })
  t.equal(hits, 1)
})

test('of a failure the first 4 KiB and Retry-After are told', async (t) => {
  const { port } = await serving(t, (_, response) => {
    response.writeHead(503, { 'retry-after': '7' })
    response.end('x'.repeat(100_000))
  })
  const answer = await open(t, ['127.0.0.0/8'])(`http://127.0.0.1:${port}/`)
  t.same(answer, { status: 503, retryAfter: '7', excerpt: 'x'.repeat(4096) })
})

test('no answer in time is a failure', async (t) => {
  const { port } = await serving(t, () => undefined)
  const answer = await open(t, ['127.0.0.0/8'], 100)(`http://127.0.0.1:${port}/`)
  t.match(answer, { status: null, error: 'no answer within 100 ms' })
})

test('nobody there is a failure that says so', async (t) => {
  const answer = await open(t, ['127.0.0.0/8'])('http://127.0.0.1:1/')
  t.match(answer, { status: null, error: /ECONNREFUSED/ })
})
