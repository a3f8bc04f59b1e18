import { throttle, throttleInBackground, throttleMs } from '@recado/projectors/runtime/throttle'
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
      for (const paced of [throttle(source(), signal), throttleInBackground(source(), 1, signal)]) {
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
  const took = [30, 1, 0, 100]
  async function* source() {
    for (const ms of took) yield { items: [ms], isDrained: true }
  }
  let at = 0
  const pauses: number[] = []
  const sleep = async (ms: number) => {
    pauses.push(ms)
    at += ms
  }
  const clock = { now: () => at, sleep }
  const { signal } = new AbortController()
  for await (const { items } of throttleInBackground(source(), 5, signal, clock))
    at += items[0] ?? 0
  t.same(pauses, [60, 5, 5, 200], 'and at least five milliseconds')
})
