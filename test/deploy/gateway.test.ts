import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Test, test } from 'tap'
import { stranger } from '../attack/stranger.ts'
import { eventually } from '../kit/eventually.ts'
import { startNginxBefore } from '../kit/nginx.ts'

const MB = 1024 * 1024
const NOBODY = '127.0.0.1:1'

test('the gateway answers 503 when no API can be reached, and passes on a 502 of an API', async (t) => {
  const server = createServer((_, response) => void response.writeHead(502).end('the provider'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const gateway = await startNginxBefore({ command: [NOBODY], query: [`127.0.0.1:${port}`] })
  t.teardown(() => gateway.stop())
  const refused = await fetch(`${gateway.url}/api/v1/messages`, { method: 'POST' })
  t.equal(refused.status, 503)
  t.equal(refused.headers.get('retry-after'), '1')
  t.match(await refused.json(), { error: { code: 'unavailable' } })
  const passed = await fetch(`${gateway.url}/api/v1/connections/1/health`)
  t.same([passed.status, await passed.text()], [502, 'the provider'])
})

test('in compose nginx is reloaded whenever a name has another address', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'recado-gateway-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const program = async (name: string, text: string) => {
    await writeFile(join(folder, name), `#!/bin/sh\n${text}`)
    await chmod(join(folder, name), 0o755)
  }
  const lines = async () =>
    (await readFile(join(folder, 'calls'), 'utf8').catch(() => '')).split('\n')
  const reloads = async () => (await lines()).filter((line) => line.endsWith('-s reload')).length
  /** Renames a whole file, because an empty one would be seen as names without addresses. */
  const write = async (addresses: string) => {
    await writeFile(join(folder, 'addresses.new'), addresses)
    await rename(join(folder, 'addresses.new'), join(folder, 'addresses'))
  }
  const live = (one: string, two: string) => write(`${one} one\n${two} two\n`)
  await program('getent', `grep " $2$" "${folder}/addresses" | sed 's/$/ alias/'`)
  // Like nginx, fails for a name without an address.
  await program(
    'nginx',
    `case "$*" in *reload) echo "$*" >> "${folder}/calls"; [ "$(wc -l < "${folder}/addresses")" = 2 ] || exit 1 ;;
*) echo "$*" >> "${folder}/calls"; exec sleep 60 ;; esac`,
  )
  await live('172.30.41.2', '172.30.41.3')
  const script = fileURLToPath(new URL('../../deploy/gateway.sh', import.meta.url))
  const env = { PATH: `${folder}:${process.env.PATH}`, CONF: '/tmp/n.conf', LOOK_SECONDS: '0.05' }
  const gateway = spawn('/bin/sh', [script, 'one', 'two'], { env, detached: true })
  t.teardown(() => gateway.pid && process.kill(-gateway.pid, 'SIGKILL'))
  await eventually(async () => (await reloads()) === 1)
  await eventually(async () => (await lines()).includes('-c /tmp/n.conf -g daemon off;'))
  await live('172.30.41.3', '172.30.41.2')
  await eventually(async () => (await reloads()) === 2)
  await write('172.30.41.3 one\n')
  // A failed reload is repeated.
  await eventually(async () => (await reloads()) > 3)
  t.equal(gateway.exitCode, null, 'it keeps running')
})

test('the gateway passes on the head at once, keeps no body on disk, and refuses large bodies where no files are', async (t) => {
  const asked: string[] = []
  const { gateway, socketWith } = await before(t, ({ method, url }) => {
    asked.push(`${method} ${url}`)
  })
  const head = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${Math.round(length)}\r\n\r\n`
  const passing = [
    ['/hooks/whatsapp/nobody', 3.9],
    ['/api/v1/media', 105],
    ['/dashboard/v1/media', 105],
    ['/api/v1/contacts', 0.9],
    ['/nothing', 0.9],
  ] as const
  for (const [path, mb] of passing) {
    socketWith(head(path, mb * MB) + 'x'.repeat(200_000))
    await eventually(() => asked.includes(`POST ${path}`))
  }
  t.equal(await gateway.spooled(), 0)
  const refused = [
    ['/hooks/whatsapp/nobody', 4.1],
    ['/api/v1/media', 111],
    ['/api/v1/media/1', 1.1],
    ['/api/v1/contacts', 1.1],
    ['/nothing', 105],
  ] as const
  for (const [path, mb] of refused) {
    const { heard } = socketWith(head(path, mb * MB))
    await eventually(() => heard().includes('}}'))
    t.match(heard(), /^HTTP\/1.1 413 [\s\S]*"code":"payload_too_large"/, path)
  }
  t.equal(asked.length, passing.length)
})

test('the gateway answers what it refuses itself with the errors of the contract', async (t) => {
  const { socketWith } = await before(t, () => undefined)
  const cases: [string, number, string][] = [
    ['GET /livez%00 HTTP/1.1\r\nhost: a\r\n', 400, 'invalid_body'],
    ['GET /livez%zz HTTP/1.1\r\nhost: a\r\n', 400, 'invalid_body'],
    ['GET /livez HTTP/1.1\r\n', 400, 'invalid_body'],
    ['GET livez HTTP/1.1\r\nhost: a\r\n', 400, 'invalid_body'],
    ['GET /livez HTTP/9.1\r\nhost: a\r\n', 400, 'invalid_body'],
    ['POST /livez HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip\r\n', 400, 'invalid_body'],
    [`GET /${'a'.repeat(70_000)} HTTP/1.1\r\nhost: a\r\n`, 414, 'invalid_body'],
    [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(70_000)}\r\n`, 400, 'invalid_body'],
    ['TRACE /livez HTTP/1.1\r\nhost: a\r\n', 405, 'method_not_allowed'],
    ['GET /gateway/broken HTTP/1.1\r\nhost: a\r\n', 404, 'not_found'],
  ]
  for (const [head, status, code] of cases) {
    const { heard } = socketWith(`${head}\r\n`)
    await eventually(() => heard().includes('}}'))
    const what = head.slice(0, 60)
    t.match(heard(), new RegExp(`^HTTP/1.1 ${status} [\\s\\S]*"code":"${code}"`), what)
  }
})

test('the gateway counts an IPv6 client by its /64, and an IPv4 client by its address', async (t) => {
  const waiting: ServerResponse[] = []
  const { socketWith } = await before(
    t,
    (_, response) => void waiting.push(response),
    fewBehindProxy,
  )
  const from = (address: string) =>
    socketWith(`GET / HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${address}\r\n\r\n`)
  const most = 20
  for (const [prefix, other] of [
    ['2001:db8:0:a::', '2001:db8:0:b::'],
    // A byte of the address is a line break.
    ['2001:db8:a0a:a0a::', '2001:db8:a0a:a0b::'],
  ]) {
    const before = waiting.length
    const many = Array.from({ length: most + 20 }, (_, i) => from(`${prefix}${i.toString(16)}`))
    await eventually(
      () => many.filter(({ heard }) => heard().startsWith('HTTP/1.1 503')).length === 20,
    )
    from(`${other}1`)
    await eventually(() => waiting.length === before + most + 1)
  }
  const before4 = waiting.length
  for (let i = 0; i < most + 20; i++) from(`203.0.113.${i}`)
  await eventually(() => waiting.length === before4 + most + 20)
  t.pass('each address of IPv4 counts by itself')
})

/** The lines for a proxy before it, which the configuration has as comments, and a smaller limit. */
function fewBehindProxy(text: string): string {
  return text
    .replace(/# (set_real_ip_from) .*;/, '$1 127.0.0.0/8;')
    .replace(/# (real_ip_)/g, '$1')
    .replace('limit_conn per_client 2100', 'limit_conn per_client 20')
}

/** The gateway before a server that stands for both APIs. */
async function before(t: Test, handle: RequestListener, adapt?: (text: string) => string) {
  const server = createServer((request, response) => {
    // Asked until the gateway serves.
    if (request.url === '/livez') response.end()
    else handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const host = [`127.0.0.1:${port}`]
  const gateway = await startNginxBefore({ command: host, query: host }, adapt)
  t.teardown(async () => {
    await gateway.stop()
    server.closeAllConnections()
    server.close()
  })
  const at = Number(new URL(gateway.url).port)
  return { gateway, socketWith: (writes: string) => stranger(t, at, { writes }) }
}
