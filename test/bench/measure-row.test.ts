import type { OpenRow } from '@recado/bench/measuring/group'
import { measureRow } from '@recado/bench/measuring/measure-row'
import type { Meter } from '@recado/bench/measuring/meter'
import { type Test, test } from 'tap'
import { manualClock } from './clock.ts'

const SIGNAL = new AbortController().signal

/** Measures a row whose rounds cost as given, in turn; the raw limit costs a tenth. */
async function measured(costs: readonly number[], about: Partial<OpenRow['about']> = {}) {
  const clock = manualClock()
  const turns = { ours: 0, raw: 0 }
  const meter: Meter = {
    rest: async () => 56,
    async cost(_, which) {
      clock.pass(1_000)
      const usPerOp = (costs[turns[which]++] ?? 0) / (which === 'raw' ? 10 : 1)
      const figures = { rate_per_s: usPerOp }
      return { operations: 7, figures, usPerOp, usPerOpByProcess: { api: usPerOp } }
    },
  }
  const side = { round: async () => ({ operations: 0 }) }
  const row: OpenRow = {
    about: { name: 'a row', against: 'nothing', figures: ['rate_per_s', 'p50_ms'], ...about },
    sides: () => ({ ours: side, raw: side }),
  }
  return measureRow(row, meter, { clock, rounds: 3, warmUpMs: 60_000 }, SIGNAL)
}

test('the measurement of a row', async (t) => {
  await t.test('counts the cheapest round after the warm-up', (t) => countsCheapest(t))

  await t.test('has as many rounds as a row allows', async (t) => {
    const rounds = { warmUp: 1, counted: 2 }
    const row = await measured([900, 120, 130, 1], { rounds })
    t.same(row.cpu_us_per_op_by_round, [120, 130])
    t.same(row.warm_up, { rounds: 1, took_s: 2, ended_by: 'cap' })
  })
})

async function countsCheapest(t: Test) {
  const row = await measured([50, 200, 198, 120, 100, 140])
  t.same(row.warm_up, { rounds: 3, took_s: 6, ended_by: 'steady' })
  t.same(row.cpu_us_per_op_by_round, [120, 100, 140])
  t.same([row.cpu_us_per_op, row.raw_cpu_us_per_op, row.operations], [100, 10, 21])
  t.same(row.cpu_us_per_op_by_process, { api: 100 })
  const rate = { name: 'rate_per_s', ours: 120, raw: 12 }
  t.same(
    row.figures,
    [rate, { name: 'p50_ms', ours: null, raw: null }],
    'medians, where there are any',
  )
}
