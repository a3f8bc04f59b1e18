import fc from 'fast-check'
import { test } from 'tap'
import { corpus } from './corpus/corpus.ts'

test('a person is one contact in a thousand histories', async (t) => {
  await fc.assert(corpus, { numRuns: 1_000, seed: 2026 })
  t.pass('nobody is split although a record proves one person, or joined without a record')
})
