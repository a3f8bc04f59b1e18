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
  const saying = (runningHash: string | null, root: Buffer, ...seeds: Buffer[]) => {
    const of = { origin: 'x/log/a', size: 7, root }
    return signNote(checkpointText(of, { newKey: null, runningHash }), 'x/log/a', ...seeds)
  }
  const note = (root: Buffer, ...seeds: Buffer[]) => saying(null, root, ...seeds)
  const [own, forked] = [randomBytes(32), randomBytes(32)]
  const published = (of: string) => publish(server.url, 'a-7.checkpoint', of)
  const name = 'a-7.checkpoint'
  t.same(await published(note(own, seed)), { name, fork: null })
  t.equal(server.kept.get('/a-7.checkpoint'), note(own, seed))
  t.same(await published(note(own, other)), { name, fork: null })
  t.equal(server.kept.get('/a-7.checkpoint'), note(own, seed, other), 'it has both signatures')
  t.match(
    (await published(note(forked, seed))).fork,
    /\/a-7\.checkpoint is another checkpoint over 7 leaves/,
  )
  t.equal(server.kept.get('/a-7.checkpoint'), note(own, seed, other))

  const more = saying('aGFzaA==', own, seed)
  for (let n = 0; n < 2; n++) {
    const beside = await published(more)
    t.match(beside, { name: /^a-7-[0-9a-f]{8}\.checkpoint$/, fork: null })
    t.equal(
      server.kept.get(`/${beside.name}`),
      more,
      'what says more of the same leaves is kept beside it',
    )
  }
  t.equal(server.kept.size, 2)

  const elsewhere = { origin: 'y/log/a', size: 7, root: own }
  const otherTree = await published(signNote(checkpointText(elsewhere), 'y/log/a', seed))
  t.match(otherTree.fork, /is no checkpoint of this tree and size/)
  server.kept.set('/a-7.checkpoint', 'else')
  t.match((await published(more)).fork, /is no checkpoint of this tree and size/)
  t.equal(server.kept.get('/a-7.checkpoint'), 'else')
})

test('a server that answers the same whatever it is asked for is told, and asked no further', async (t) => {
  const [seed, root] = [randomBytes(32), randomBytes(32)]
  const of = { origin: 'x/log/a', size: 7, root }
  const saying = (runningHash: string) =>
    signNote(checkpointText(of, { newKey: null, runningHash }), 'x/log/a', seed)
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    response.end(saying('b25l'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { fork } = await publish(url, 'a-7.checkpoint', saying('dHdv'))
  t.match(fork, /-[0-9a-f]{8}\.checkpoint is no checkpoint of this tree and size/)
  t.equal(asked, 2)
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
