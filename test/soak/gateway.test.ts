import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'tap'
import { attack, attacks } from '../attack/attacks.ts'
import { startNginx } from '../kit/nginx.ts'
import { SOURCE_FLAGS } from '../kit/node-flags.ts'
import { startProduct } from '../kit/product.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'
import { RUN } from '../kit/test-run.ts'
import { MAX_BYTES, sha256Of, startMeta, upload } from './large-files.ts'

const SLICES = new URL('../slices/', import.meta.url)
/** How long each attack lasts, ms. */
const LASTS_MS = 20_000

test('whole features work behind nginx as they do without it', async (t) => {
  const names = (await readdir(SLICES)).filter((name) => name.endsWith('.test.ts'))
  for (const name of names) {
    const file = fileURLToPath(new URL(name, SLICES))
    const flags = [...SOURCE_FLAGS, file]
    const its = { RECADO_GATEWAY: 'nginx', [RUN]: undefined, TAP_TIMEOUT: '240' }
    const env = { ...process.env, ...its }
    const run = promisify(execFile)(process.execPath, flags, { env, maxBuffer: 2 ** 26 })
    const fault = await run.then(
      () => '',
      ({ stdout }) => String(stdout).slice(-2_000),
    )
    t.equal(fault, '', name)
  }
})

test('files of 100 MB pass nginx in both directions, and internal routes are not reachable through it', async (t) => {
  const meta = await startMeta()
  const product = await startProduct({ settings: { GRAPH_API_URL: meta.url } })
  t.teardown(async () => {
    await product.stop()
    meta.server.close()
  })
  const gateway = await startNginx({ command: product.commandApp, query: product.queryApp })
  t.teardown(() => gateway.stop())
  const tenant = await openTenant(product)
  const { id } = await addOfficial(product, tenant.id)
  const base = `${gateway.url}/api/v1`
  for (const more of [{}, { expect: '100-continue' }] as const) {
    const { status, body } = await upload(base, tenant.key, id, MAX_BYTES, more)
    t.equal(status, 201)
    t.equal(JSON.parse(body).data.sha256, sha256Of(MAX_BYTES))
  }
  const headers = { authorization: `Bearer ${tenant.key}` }
  const path = `/media/900000000000001/download?connection_id=${id}`
  const answer = await fetch(`${base}${path}`, { headers })
  const hash = createHash('sha256')
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) hash.update(chunk)
  t.equal(hash.digest('hex'), sha256Of(MAX_BYTES))
  for (const inside of ['/readyz', '/metrics'])
    t.equal((await fetch(`${gateway.url}${inside}`)).status, 404)
  t.equal((await fetch(`${gateway.url}/livez`)).status, 200)

  const port = Number(new URL(gateway.url).port)
  for (const each of attacks) {
    const ending = new AbortController()
    const attacking = attack(each, { port, from: each.from ?? ['127.0.0.2'] }, ending.signal)
    const statuses = new Set<number>()
    for (const end = Date.now() + LASTS_MS; Date.now() < end; await delay(50))
      statuses.add((await fetch(`${base}/stages`, { headers })).status)
    ending.abort()
    await attacking
    t.strictSame([...statuses], [200], `every request succeeds beside ${each.name}`)
  }
})
