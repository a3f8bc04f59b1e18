import { inBatches } from '@recado/projectors/engine/batches'
import { withIdleBatches } from '@recado/projectors/engine/with-idle-batches'
import { throttle } from '@recado/projectors/runtime/throttle'
import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'

/** A subscription that counts its items, notes when it ends, and is silent after `most`. */
function subscription(most: number, signal: AbortSignal) {
  const seen = { given: 0, hasEnded: false }
  async function* items() {
    try {
      while (seen.given < most) yield seen.given++
      await new Promise((aborted) => signal.addEventListener('abort', aborted))
    } finally {
      seen.hasEnded = true
    }
  }
  return { seen, items: items() }
}

test('a reader that fails ends the subscription, without reading the rest', async (t) => {
  const { signal } = new AbortController()
  const { seen, items } = subscription(1_000, signal)
  const batches = withIdleBatches(throttle(inBatches(items, 10), signal), () => 1_000)
  const reading = async () => {
    for await (const batch of batches) {
      await eventually(() => seen.given >= 20)
      throw new Error(`cannot be written: ${batch.items.length}`)
    }
  }
  await t.rejects(reading(), { message: /cannot be written/ })
  await eventually(() => seen.hasEnded)
  t.ok(seen.given < 1_000, 'the rest was not read')
})

test('a reader that leaves a silent subscription does not wait for it', async (t) => {
  const stop = new AbortController()
  const { seen, items } = subscription(5, stop.signal)
  for await (const batch of withIdleBatches(inBatches(items, 10), () => 1))
    if (batch.items.length === 0) break
  t.notOk(seen.hasEnded)
  stop.abort()
  await eventually(() => seen.hasEnded)
})
