import { waitUntilReached } from '@recado/application/registry/wait-until-reached'
import { test } from 'tap'

const never = { waitUntil: () => new Promise<void>(() => undefined) }
const LONG = 600_000

test('the wait for a registry that does not get there ends', async () => {
  await waitUntilReached(never, 1n, 10)
})

test('a shutdown ends the wait', async () => {
  const stop = new AbortController()
  const waited = waitUntilReached(never, 1n, LONG, stop.signal)
  stop.abort()
  await waited
})

test('a registry that is there already is not waited for', async () => {
  await waitUntilReached({ waitUntil: async () => undefined }, 1n, LONG)
})
