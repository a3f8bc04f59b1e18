import { deepStrictEqual as same } from 'node:assert/strict'
import type { MessageReceived } from '@recado/domain/message/events'
import fc from 'fast-check'
import { test } from 'tap'
import { CONTESTED } from './contested-steps.ts'
import { circumstances, interleaved, interleavedAnd } from './interleaved.ts'
import type { World } from './people-world.ts'
import { movingStep, step } from './steps.ts'

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

/** The people whose messages stand with each contact, where they are several. */
function mixed({ log }: World) {
  const people = new Map<string, Set<string | null>>()
  for (const { type, data } of log) {
    if (type !== 'MessageReceived') continue
    const { contact_id, intent } = data as MessageReceived['data']
    const known = people.get(contact_id) ?? new Set()
    people.set(contact_id, known.add(intent.party.business_scoped_user_id))
  }
  return [...people.values()].filter(({ size }) => size > 1)
}

test('however numbers go from one person to another, nobody’s messages stand with somebody else', async (t) => {
  const steps = fc.array(movingStep, { minLength: 2, maxLength: 8 })
  const property = fc.asyncProperty(fc.scheduler(), steps, circumstances, (scheduler, all, of) =>
    interleavedAnd(scheduler, all, of, (world) => {
      // Of two runners at once each may know less than the other.
      if (!all.some((one) => 'isTwice' in one && one.isTwice)) same(mixed(world), [])
    }),
  )
  await fc.assert(property, { numRuns: 40, endOnFailure: true })
  t.pass('and links are claims, and no message is lost')
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
