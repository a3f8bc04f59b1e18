import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { startNginxBefore } from '../kit/nginx.ts'

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
