import { throttle, throttleMs } from '@recado/projectors/runtime/throttle'
import fc from 'fast-check'
import { test } from 'tap'

test('the projector pauses under load alone', async (t) => {
  t.equal(throttleMs(1, 0.1) < 1, true, 'an event alone is followed at once')
  t.equal(throttleMs(20, 8), 0, '20 events in 8 ms are fewer than 2,500 a second')
  t.equal(throttleMs(40, 6), 10)
  t.equal(throttleMs(900, 5), 15, 'never longer than 20 ms from the beginning of the batch')
  t.equal(throttleMs(100, 70), 0, 'a batch that took that long needs no pause')
})

test('it hands on every batch as it came, however it rests', async (t) => {
  const batches = fc.array(fc.array(fc.integer(), { minLength: 1, maxLength: 12 }), {
    maxLength: 8,
  })
  await fc.assert(
    fc.asyncProperty(batches, async (all) => {
      async function* source() {
        yield* all
      }
      const taken: (readonly number[])[] = []
      for await (const batch of throttle(source(), 10, new AbortController().signal))
        taken.push(batch)
      t.same(taken, all)
      return t.passing()
    }),
    { numRuns: 20 },
  )
})
