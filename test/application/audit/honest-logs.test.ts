import { deepStrictEqual as same } from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'tap'
import { findingsOf } from './audited-log.ts'
import { history, recorded } from './histories.ts'

test('an audit finds nothing in what intake records of any posts', async (t) => {
  await fc.assert(
    fc.asyncProperty(history, async (of) => {
      const { log, parked } = await recorded(of)
      same(parked, [])
      same(await findingsOf(log), [])
    }),
    { numRuns: 80 },
  )
  t.pass('neither a difference nor anything that cannot be proved')
})
