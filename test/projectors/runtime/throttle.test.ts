import { sleep } from '@recado/infra/concurrency/sleep'
import { inBackground, throttle, throttleMs } from '@recado/projectors/runtime/throttle'
import fc from 'fast-check'
import { test } from 'tap'

test('the projector pauses only under load', async (t) => {
  const pause = (items: number, tookMs: number, waitedMs = 0) =>
    throttleMs({ items, tookMs, waitedMs })
  t.equal(pause(1, 0.1) < 1, true, 'a single event causes almost no pause')
  t.equal(pause(20, 8), 4, '20 events in 8 ms are fewer than 2,500 a second: half of that')
  t.equal(pause(40, 6), 10)
  t.equal(pause(900, 5), 15, 'at most 20 ms from the start of the batch')
  t.equal(pause(100, 70), 10, 'a short pause after a long batch')
  t.equal(pause(1, 6, 8), 0, 'no pause after a wait that was longer')
  t.equal(pause(20, 8, 1), 3, 'the wait for the batch counts as pause')
  t.equal(pause(900, 5, 5), 10)
})

test('throttling passes on every batch unchanged', async (t) => {
  const batches = fc.array(fc.array(fc.integer(), { minLength: 1, maxLength: 12 }), {
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(batches, async (all) => {
      async function* source() {
        for (const items of all) yield { items, isDrained: items.length < 10 }
      }
      const { signal } = new AbortController()
      for (const paced of [throttle(source(), signal), inBackground(source(), 1, signal)]) {
        const taken: (readonly number[])[] = []
        for await (const { items } of paced) taken.push(items)
        t.same(taken, all)
      }
      return t.passing()
    }),
    { numRuns: 20 },
  )
})

test('background work pauses twice as long as each batch took', async (t) => {
  async function* source() {
    for (let n = 0; n < 4; n++) yield { items: [n], isDrained: true }
  }
  const began: number[] = []
  const ended: number[] = []
  for await (const _ of inBackground(source(), 5, new AbortController().signal)) {
    began.push(performance.now())
    await sleep(30)
    ended.push(performance.now())
  }
  for (let n = 1; n < began.length; n++) {
    const took = Number(ended[n - 1]) - Number(began[n - 1])
    t.ok(
      Number(began[n]) - Number(ended[n - 1]) >= 2 * took - 2,
      'timers may be a millisecond early',
    )
  }
})
