import { reachedWithin } from '@recado/application/registry/reached-within'
import { test } from 'tap'

const never = { reached: () => new Promise<void>(() => undefined) }
const LONG = 600_000

test('the wait for a registry that does not get there ends', async () => {
  await reachedWithin(never, 1n, 10)
})

test('a shutdown ends the wait', async () => {
  const stop = new AbortController()
  const waited = reachedWithin(never, 1n, LONG, stop.signal)
  stop.abort()
  await waited
})

test('a registry that is there already is not waited for', async () => {
  await reachedWithin({ reached: async () => undefined }, 1n, LONG)
})
