import { test } from 'tap'
import { clientOf, events, idsIn, newStream, storeUnderTest } from './store-under-test.ts'

test('gossip leads a client to the node', async (t) => {
  const { url } = await storeUnderTest()
  const { host } = new URL(url)
  for (const address of [`esdb+discover://${host}?tls=false`, `esdb://${host},${host}?tls=false`]) {
    const client = clientOf(t, address)
    const stream = newStream()
    const written = events(2)
    await client.appendToStream(stream, written)
    t.same(
      await idsIn(client, stream),
      written.map(({ id }) => id),
      address,
    )
  }
})
