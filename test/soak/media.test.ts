import { createHash } from 'node:crypto'
import { test } from 'tap'
import { startProduct } from '../kit/product.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'
import { MAX_BYTES, MB, sha256Of, startMeta, upload } from './large-files.ts'

/** Much less than the file, which must not stay in memory. */
const ROOM = 80 * MB

/** The highest growth of the process's memory during the work, in bytes. */
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
  // The first upload loads code and opens pools; it must not count.
  t.match(await upload(base, tenant.key, id, MB), { status: 201 })

  const sent = await growthOf(async () => {
    const { status, body } = await upload(base, tenant.key, id, MAX_BYTES)
    t.equal(status, 201)
    t.match(JSON.parse(body).data, { file_size: String(MAX_BYTES), sha256: sha256Of(MAX_BYTES) })
  })
  t.ok((meta.received.at(-1) ?? 0) > MAX_BYTES, 'the provider received the whole file')
  t.ok(sent < ROOM, `an upload held ${Math.round(sent / MB)} MB`)

  const got = await growthOf(async () => {
    const path = `/media/900000000000001/download?connection_id=${id}`
    const headers = { authorization: `Bearer ${tenant.key}` }
    const answer = await fetch(`${reads}${path}`, { headers })
    t.equal(answer.status, 200)
    const hash = createHash('sha256')
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) hash.update(chunk)
    t.equal(hash.digest('hex'), sha256Of(MAX_BYTES))
  })
  t.ok(got < ROOM, `a download held ${Math.round(got / MB)} MB`)

  const calls = meta.received.length
  const tooLarge = await upload(base, tenant.key, id, MAX_BYTES + 1)
  t.equal(tooLarge.status, 422)
  t.match(JSON.parse(tooLarge.body), { error: { code: 'validation', message: /at most 100 MB/ } })
  t.equal(meta.received.length, calls, 'the provider receives nothing')
})
