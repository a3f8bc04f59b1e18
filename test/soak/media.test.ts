import { createHash } from 'node:crypto'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { test } from 'tap'
import { startProduct } from '../kit/product.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'

const MB = 1024 * 1024
const LARGEST = 100 * MB
/** Far below the file: what passes through must not stay. */
const ROOM = 80 * MB

/** A PDF of this size, made as it is read. */
function* pdf(size: number): Generator<Buffer> {
  yield Buffer.from('%PDF-1.4\n')
  for (let left = size - 9; left > 0; left -= 64 * 1024)
    yield Buffer.alloc(Math.min(left, 64 * 1024), 'x')
}

function sha256Of(size: number): string {
  const hash = createHash('sha256')
  for (const chunk of pdf(size)) hash.update(chunk)
  return hash.digest('hex')
}

/** A provider that keeps nothing of what it gets and gives bytes that it makes. */
async function startMeta() {
  const received: number[] = []
  const server: Server = createServer(async (call, answer) => {
    if (call.method === 'POST') {
      let size = 0
      for await (const chunk of call) size += (chunk as Buffer).length
      received.push(size)
      return answer.end('{"id":"900000000000001"}')
    }
    if (call.url?.startsWith('/bytes')) return pipeline(Readable.from(pdf(LARGEST)), answer)
    const url = `http://${call.headers.host}/bytes`
    const info = { id: '900000000000001', mime_type: 'application/pdf', file_size: String(LARGEST) }
    return answer.end(JSON.stringify({ ...info, url }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received, server }
}

/** Posts a form whose file is made as it is sent. */
async function upload(base: string, key: string, connectionId: string, size: number) {
  const head = `--b\r\ncontent-disposition: form-data; name="connection_id"\r\n\r\n${connectionId}\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'multipart/form-data; boundary=b',
  }
  const call = request(`${base}/media`, { method: 'POST', headers })
  const answered = new Promise<{ status: number; body: string }>((resolve, reject) => {
    call.on('error', reject).on('response', async (answer) => {
      let body = ''
      for await (const chunk of answer) body += chunk
      resolve({ status: answer.statusCode ?? 0, body })
    })
  })
  const form = function* () {
    yield Buffer.from(head)
    yield* pdf(size)
    yield Buffer.from('\r\n--b--\r\n')
  }
  await pipeline(Readable.from(form()), call)
  return answered
}

/** The most memory the process held beyond what it held before, in bytes. */
async function growthOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 10)
  await work()
  clearInterval(watch)
  return most - before
}

test('files of 100 MB pass through without staying in memory', async (t) => {
  const meta = await startMeta()
  const product = await startProduct({ settings: { GRAPH_API_URL: meta.url } })
  t.teardown(async () => {
    await product.stop()
    meta.server.close()
  })
  const tenant = await openTenant(product)
  const { id } = await addOfficial(product, tenant.id)
  const base = `${await product.commandApp.listen({ port: 0, host: '127.0.0.1' })}/api/v1`
  const reads = `${await product.queryApp.listen({ port: 0, host: '127.0.0.1' })}/api/v1`
  // Once beforehand: code and pools are loaded then.
  t.match(await upload(base, tenant.key, id, MB), { status: 201 })

  const sent = await growthOf(async () => {
    const { status, body } = await upload(base, tenant.key, id, LARGEST)
    t.equal(status, 201)
    t.match(JSON.parse(body).data, { file_size: String(LARGEST), sha256: sha256Of(LARGEST) })
  })
  t.ok((meta.received.at(-1) ?? 0) > LARGEST, 'the provider got all of it')
  t.ok(sent < ROOM, `an upload held ${Math.round(sent / MB)} MB`)

  const got = await growthOf(async () => {
    const path = `/media/900000000000001/download?connection_id=${id}`
    const headers = { authorization: `Bearer ${tenant.key}` }
    const answer = await fetch(`${reads}${path}`, { headers })
    t.equal(answer.status, 200)
    const hash = createHash('sha256')
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) hash.update(chunk)
    t.equal(hash.digest('hex'), sha256Of(LARGEST))
  })
  t.ok(got < ROOM, `a download held ${Math.round(got / MB)} MB`)

  const calls = meta.received.length
  const tooLarge = await upload(base, tenant.key, id, LARGEST + 1)
  t.equal(tooLarge.status, 422)
  t.match(JSON.parse(tooLarge.body), { error: { code: 'validation', message: /at most 100 MB/ } })
  t.equal(meta.received.length, calls, 'the provider sees nothing of it')
})
