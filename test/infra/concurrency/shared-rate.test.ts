import { atWork } from '@recado/infra/concurrency/at-work'
import { rateBesideOthers, sharedRate } from '@recado/infra/concurrency/shared-rate'
import fc from 'fast-check'
import { test } from 'tap'

const PER_SECOND = 100
const BURST = PER_SECOND / 4

function rated() {
  const clock = { at: 0 }
  const now = () => clock.at
  const working = atWork(now)
  return { clock, working, rate: sharedRate(rateBesideOthers(PER_SECOND, working), now) }
}

test('the only owner at work is not limited, and is limited as soon as another one works', (t) => {
  const { clock, working, rate } = rated()
  t.equal(rate.take('one', 1_000_000), 0)
  t.equal(rate.take('one', 1_000_000), 0, 'work done alone does not count later')
  working.note('two')
  t.equal(rate.take('one', 100), 0)
  t.equal(rate.take('one', 100), 750)
  t.equal(
    rate.takeAll(new Map([['one', 1]]), 100),
    null,
    'refused when the wait is longer than allowed',
  )
  t.equal(rate.take('two', 1), 0, 'the other does not wait')
  clock.at = 5_001
  t.equal(rate.take('one', 1_000_000), 0, 'alone again')
  t.end()
})

test('work of several is counted for all of them, or for none', (t) => {
  const { working, rate } = rated()
  working.note('three')
  t.equal(rate.take('two', 300), 0)
  const both = new Map([
    ['one', 100],
    ['two', 100],
  ])
  for (let n = 0; n < 5; n++) t.equal(rate.takeAll(both, 1_000), null)
  t.equal(rate.take('one', 1), 0, 'one has paid for nothing that was refused')
  t.equal(rate.takeAll(both, 5_000), 2_750, 'the longest wait of all')
  t.equal(rate.take('one', 1), 760)
  t.equal(rate.take('two', 1), 3_750)
  t.end()
})

test('beside others no owner starts more than its rate in any period', (t) => {
  const step = fc.record({ after: fc.nat(500), units: fc.integer({ min: 1, max: 60 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { clock, working, rate } = rated()
      const begun: { at: number; units: number }[] = []
      for (const { after, units } of steps) {
        clock.at += after
        working.note('another')
        const wait = rate.take('one', units)
        begun.push({ at: clock.at + wait, units })
      }
      for (const [from, first] of begun.entries()) {
        let sum = 0
        for (const { at, units } of begun.slice(from)) {
          // Every start before the last one in the period was within the rate.
          if (sum > BURST + (PER_SECOND * (at - first.at)) / 1_000 + 1e-6 + first.units)
            return false
          sum += units
        }
      }
      return true
    }),
  )
  t.end()
})
