import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export const MB = 1024 * 1024
export const MAX_BYTES = 100 * MB
/** A PDF of this size, generated while it is read. */
function* pdf(size: number): Generator<Buffer> {
  yield Buffer.from('%PDF-1.4\n')
  for (let left = size - 9; left > 0; left -= 64 * 1024)
    yield Buffer.alloc(Math.min(left, 64 * 1024), 'x')
}

/** The hash of such a PDF. */
export function sha256Of(size: number): string {
  const hash = createHash('sha256')
  for (const chunk of pdf(size)) hash.update(chunk)
  return hash.digest('hex')
}

/** A provider that discards what it receives and generates what it sends. */
export async function startMeta() {
  const received: number[] = []
  const server: Server = createServer(async (call, answer) => {
    if (call.method === 'POST') {
      let size = 0
      for await (const chunk of call) size += (chunk as Buffer).length
      received.push(size)
      return answer.end('{"id":"900000000000001"}')
    }
    if (call.url?.startsWith('/bytes')) return pipeline(Readable.from(pdf(MAX_BYTES)), answer)
    const url = `http://${call.headers.host}/bytes`
    const info = {
      id: '900000000000001',
      mime_type: 'application/pdf',
      file_size: String(MAX_BYTES),
    }
    return answer.end(JSON.stringify({ ...info, url }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, received, server }
}

/** Posts a form whose file is generated while it is sent; with `expect` the body waits for the server's 100 Continue. */
export async function upload(
  base: string,
  key: string,
  connectionId: string,
  size: number,
  more: { readonly expect?: '100-continue' } = {},
) {
  const head = `--b\r\ncontent-disposition: form-data; name="connection_id"\r\n\r\n${connectionId}\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'multipart/form-data; boundary=b',
    ...more,
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
  if (more.expect) {
    call.flushHeaders()
    await once(call, 'continue')
  }
  await pipeline(Readable.from(form()), call)
  return answered
}
