import { test } from 'tap'
import { leadsByGossip } from './gossip.ts'
import { storeUnderTest } from './store-under-test.ts'

test('gossip leads a client to the node', async (t) => {
  const { url } = await storeUnderTest()
  await leadsByGossip(t, url)
})
