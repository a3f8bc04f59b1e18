import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { checkpointText } from '@recado/infra/tlog/checkpoint'
import { signNote } from '@recado/infra/tlog/signed-note'
import { publish } from '@recado/tools/checkpoint/publish'
import { type Test, test } from 'tap'

test('a checkpoint on a server is never overwritten by another one of its size', async (t) => {
  const server = await startServer(t)
  const [seed, other] = [randomBytes(32), randomBytes(32)]
  const note = (root: Buffer, ...seeds: Buffer[]) =>
    signNote(checkpointText({ origin: 'x/log/a', size: 7, root }), 'x/log/a', ...seeds)
  const [own, forked] = [randomBytes(32), randomBytes(32)]
  const published = (of: string) => publish(server.url, 'a-7.checkpoint', of)
  t.equal(await published(note(own, seed)), null)
  t.equal(server.kept.get('/a-7.checkpoint'), note(own, seed))
  t.equal(await published(note(own, other)), null)
  t.equal(server.kept.get('/a-7.checkpoint'), note(own, seed, other), 'it has both signatures')
  t.match(
    await published(note(forked, seed)),
    /\/a-7\.checkpoint is another checkpoint over 7 leaves/,
  )
  t.equal(server.kept.get('/a-7.checkpoint'), note(own, seed, other))
})

async function startServer(t: Test) {
  const kept = new Map<string, string>()
  const server = createServer(async (request, response) => {
    const url = request.url ?? ''
    if (request.method === 'PUT') kept.set(url, await text(request))
    response.statusCode = kept.has(url) ? 200 : 404
    response.end(kept.get(url) ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return { kept, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
