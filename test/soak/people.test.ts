import fc from 'fast-check'
import { test } from 'tap'
import { corpus } from '../application/contacts/corpus/corpus.ts'

const HISTORIES = Number(process.env.SOAK_HISTORIES ?? 10_000)

test('a person is one contact in ten thousand histories', async (t) => {
  await fc.assert(corpus, { numRuns: HISTORIES })
  t.pass('nobody is split although a record proves one person, or joined without a record')
})
