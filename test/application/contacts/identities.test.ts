import fc from 'fast-check'
import { test } from 'tap'
import { CONTESTED } from './contested-steps.ts'
import { circumstances, interleaved } from './interleaved.ts'
import { step } from './steps.ts'

/** Seeds and paths of runs that went wrong, where two runners recorded one raw event. */
const ONCE_WRONG = [
  { seed: 77, path: '29' },
  { seed: 1077, path: '1369' },
]

test('however calls, sends and what is heard interleave, an identity names one living contact', async (t) => {
  const steps = fc.array(step, { minLength: 2, maxLength: 8 })
  const property = fc.asyncProperty(fc.scheduler(), steps, circumstances, interleaved)
  for (const schedule of ONCE_WRONG)
    await fc.assert(property, { ...schedule, numRuns: 1, endOnFailure: true })
  await fc.assert(property, { numRuns: 60, endOnFailure: true })
  t.pass('links are claims, and no message is lost')
})

for (const { rule, steps, schedule } of CONTESTED)
  test(rule, async (t) => {
    const known = fc.constant(steps)
    const property = fc.asyncProperty(fc.scheduler(), known, circumstances, interleaved)
    if (schedule !== undefined)
      await fc.assert(property, { ...schedule, numRuns: 1, endOnFailure: true })
    await fc.assert(property, { numRuns: 12, endOnFailure: true })
    t.pass('as in the schedule that broke it, so in others')
  })
