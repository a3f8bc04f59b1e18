import fc from 'fast-check'
import { test } from 'tap'
import { corpus } from './corpus/corpus.ts'

test('a person is one contact, however the reports of a history arrive', async (t) => {
  await fc.assert(corpus, { numRuns: 60, seed: 2026 })
  t.pass('nobody is split although a record proves one person, or joined without a record')
})
