import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcp } from 'node:net'
import { readConfig } from '@recado/infra/config'
import { openGraphCalls } from '@recado/infra/providers/graph-api/graph-calls'
import { connectGraphApi } from '@recado/infra/providers/graph-api/graph-client'
import { graphMedia } from '@recado/infra/providers/graph-api/media'
import { mediaHosts } from '@recado/infra/providers/graph-api/media-hosts'
import { type Test, test } from 'tap'
import { officialNumber } from './sends.ts'

/** More than a provider may send before its answer. */
const MAX_BYTES = 64 * 1024 * 1024
const META = { GRAPH_API_URL: 'https://graph.facebook.com', GRAPH_MEDIA_HOSTS: ['media.example'] }

test('the token goes to hosts of Meta’s and of the operator’s only', async (t) => {
  const holds = mediaHosts(META)
  for (const url of [
    'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1',
    'https://scontent.xx.fbcdn.net/x',
    'https://graph.facebook.com/v23.0/x',
    'https://mmg.whatsapp.net/x',
    'https://eu.media.example/x',
  ])
    t.ok(holds(url), url)
  for (const url of [
    'http://lookaside.fbsbx.com/x',
    'https://evil.example/x',
    'https://fbsbx.com.evil.example/x',
    'https://evilfbsbx.com/x',
    'https://lookaside.fbsbx.com@evil.example/x',
    'https://evil.example/?lookaside.fbsbx.com',
    'https://169.254.169.254/latest',
    'https://[::1]/x',
    'file:///etc/passwd',
    '',
    'lookaside.fbsbx.com',
  ])
    t.notOk(holds(url), url)
  t.ok(mediaHosts({ ...META, GRAPH_API_URL: 'http://127.0.0.1:9/' })('http://127.0.0.1:9/x'))
  t.notOk(mediaHosts({ ...META, GRAPH_API_URL: 'http://127.0.0.1:9/' })('http://127.0.0.1:8/x'))
})

/** A server that notes what it is asked. */
async function server(t: Test, answer: () => string) {
  const asked: string[] = []
  const it = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'application/json').end(answer())
  })
  await once(it.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => it.close())
  return { asked, url: `http://127.0.0.1:${(it.address() as AddressInfo).port}` }
}

async function media(t: Test, GRAPH_API_URL: string) {
  const base = { EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false', NATS_URL: 'nats://127.0.0.1:1' }
  const more = { DATABASE_URL: 'postgres://x/x', VAULT_URL: 'postgres://x/y', GRAPH_API_URL }
  const VAULT_KEY = Buffer.alloc(32).toString('base64')
  const calls = openGraphCalls({
    config: readConfig({ ...base, ...more, VAULT_KEY }),
    vault: { get: async () => 'token' },
  })
  t.teardown(() => calls.close())
  return { calls, media: graphMedia(calls) }
}

test('a file whose address leads elsewhere is not fetched', async (t) => {
  const elsewhere = await server(t, () => 'bytes')
  const graph = await server(t, () =>
    JSON.stringify({ url: elsewhere.url, mime_type: 'image/png' }),
  )
  const { media: files } = await media(t, graph.url)
  t.match(await files.download(officialNumber, '123'), { kind: 'failed' })
  t.same(elsewhere.asked, [])
})

test('no id leads to another route of the provider', async (t) => {
  const graph = await server(t, () => '{"success":true}')
  const { media: files, calls } = await media(t, graph.url)
  for (const id of ['.', '..']) {
    t.match(await files.delete(officialNumber, id), { kind: 'failed' })
    t.match(await files.info(officialNumber, id), { kind: 'failed' })
    const path = `/${id}/messages`
    t.match(await calls.call(officialNumber, { method: 'POST', path, json: {} }), {
      kind: 'failed',
    })
  }
  t.match(await calls.call(officialNumber, { method: 'GET', path: '/%2e%2E/x' }), {
    kind: 'failed',
  })
  t.same(graph.asked, [])
  t.match(await files.delete(officialNumber, 'a.b..c'), { kind: 'ok' })
})

test('a provider that answers 103 without end is cut off, and a long file is not', async (t) => {
  const hints = `HTTP/1.1 103 Early Hints\r\nlink: <${'x'.repeat(1_000)}>\r\n\r\n`
  let written = 0
  const flood = createTcp((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      const more = () => {
        while (!socket.destroyed && written < MAX_BYTES) {
          written += hints.length * 50
          if (!socket.write(hints.repeat(50))) return void socket.once('drain', more)
        }
      }
      more()
    })
  })
  await once(flood.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => flood.close())
  const url = `http://127.0.0.1:${(flood.address() as AddressInfo).port}`
  const { media: files } = await media(t, url)
  t.match(await files.info(officialNumber, '1'), {
    kind: 'failed',
    error: { details: 'answer_too_long' },
  })
  t.ok(written < MAX_BYTES)

  written = 0
  const client = connectGraphApi({ baseUrl: url, version: 'v23.0', timeoutMs: 30_000 })
  t.teardown(() => client.close())
  const place = await client.take(officialNumber, 1_000)
  t.match(await place?.post('/1/messages', 'token', {}), { kind: 'unknown', cause: /longer/ })
  t.ok(written < MAX_BYTES)

  const bytes = Buffer.alloc(5_000_000, 'x')
  const file = createServer((request, response) => {
    const address = `http://127.0.0.1:${(file.address() as AddressInfo).port}/file`
    const told = JSON.stringify({ url: address, mime_type: 'image/png' })
    response.end(request.url === '/file' ? bytes : told)
  })
  await once(file.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => file.close())
  const whole = await media(t, `http://127.0.0.1:${(file.address() as AddressInfo).port}`)
  const got = await whole.media.download(officialNumber, '1')
  if (got.kind !== 'ok') throw new Error(got.kind)
  let size = 0
  for await (const chunk of got.value.content) size += (chunk as Buffer).length
  t.equal(size, bytes.length)
})
