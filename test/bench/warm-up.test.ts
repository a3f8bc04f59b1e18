import { isSteady, warmUp } from '@recado/bench/measuring/warm-up'
import { test } from 'tap'
import { manualClock } from './clock.ts'

const BOUNDS = { capMs: 60_000, maxRounds: Number.POSITIVE_INFINITY }

/** Rounds of five seconds that cost as given; the last one repeats. */
function rounds(costs: readonly number[], clock = manualClock()) {
  let next = 0
  const round = async () => {
    clock.pass(5_000)
    return costs[Math.min(next++, costs.length - 1)] ?? 0
  }
  return { clock, round }
}

test('a warm-up', async (t) => {
  await t.test('ends when two successive rounds differ by less than 5 %', async (t) => {
    const { round, clock } = rounds([200, 150, 110, 105.1, 105])
    t.same(await warmUp(round, BOUNDS, clock), { rounds: 4, took_s: 20, ended_by: 'steady' })
  })

  await t.test('is not ended by a round that is like one before the last', async (t) => {
    const { round, clock } = rounds([100, 200, 100, 200, 199])
    t.same(await warmUp(round, BOUNDS, clock), { rounds: 5, took_s: 25, ended_by: 'steady' })
  })

  await t.test('ends after its time, and says so', async (t) => {
    const clock = manualClock()
    let cost = 1
    const falling = async () => {
      clock.pass(7_000)
      cost *= 2
      return cost
    }
    t.same(await warmUp(falling, BOUNDS, clock), { rounds: 9, took_s: 63, ended_by: 'cap' })
  })

  await t.test('ends after its rounds, and has at least one', async (t) => {
    const few = rounds([100, 200, 400, 800])
    const bounds = { ...BOUNDS, maxRounds: 3 }
    t.same(await warmUp(few.round, bounds, few.clock), { rounds: 3, took_s: 15, ended_by: 'cap' })
    const none = rounds([100])
    const noTime = { ...BOUNDS, capMs: 0 }
    t.same(await warmUp(none.round, noTime, none.clock), { rounds: 1, took_s: 5, ended_by: 'cap' })
  })

  await t.test('compares with the dearer round', (t) => {
    t.equal(isSteady(100, 95.01), true)
    t.equal(isSteady(95.01, 100), true)
    t.equal(isSteady(100, 95), false)
    t.equal(isSteady(Number.NaN, 100), false, 'there is no round before the first')
    t.end()
  })
})
