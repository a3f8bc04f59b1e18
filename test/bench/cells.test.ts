import { readFile } from 'node:fs/promises'
import {
  borneBy,
  fullAt,
  inOrder,
  MOST_CORES,
  messageCost,
  mixOf,
  planFor,
  ROOM,
} from '@recado/bench/cells/cells'
import { byPart, type Cost, costsOf, PARTS } from '@recado/bench/cells/costs'
import { cellsReport } from '@recado/bench/cells/report'
import { lagsOf, type Skew } from '@recado/bench/cells/skew'
import { parseRun } from '@recado/bench/report/run-file'
import fc from 'fast-check'
import { test } from 'tap'
import { measuredRow, runOf } from './rows.ts'

const ROOT = new URL('../../', import.meta.url)
const baseline = parseRun(await readFile(new URL('bench/baseline.json', ROOT), 'utf8'))

const microseconds = fc.double({ min: 1, max: 20_000, noNaN: true })
const costs = fc
  .tuple(...PARTS.map(() => microseconds))
  .map((all) => byPart((part) => all[PARTS.indexOf(part)] ?? 1))
const foreign = fc.double({ min: 0, max: 1, noNaN: true })
const rates = fc.double({ min: 1, max: 1e6, noNaN: true })
const each = (part: (typeof PARTS)[number], us: number): Cost =>
  byPart((one) => (one === part ? us : 1))

test('what a load needs', async (t) => {
  await t.test('is never less when the load is more', (t) => {
    const isNoLess = (cost: Cost, share: number, rate: number, more: number) => {
      const [less, plan] = [planFor(rate, cost, share), planFor(rate + more, cost, share)]
      return plan.use >= less.use && plan.cells >= less.cells && plan.first === less.first
    }
    fc.assert(fc.property(costs, foreign, rates, rates, isNoLess))
    t.end()
  })

  await t.test('breaks no later when an operation becomes dearer or a message has more', (t) => {
    const isNoLater = (cost: Cost, share: number, extra: Cost) => {
      const dearer = byPart((part) => cost[part] + extra[part])
      return PARTS.every((part) => fullAt(part, dearer, share) <= fullAt(part, cost, share))
    }
    fc.assert(fc.property(costs, foreign, costs, isNoLater))
    t.end()
  })

  await t.test('names the part that is full first, unless it is taken to bear anything', (t) => {
    for (const part of PARTS) {
      if (!Number.isFinite(MOST_CORES[part])) continue
      const cost = each(part, 100 * MOST_CORES[part])
      t.equal(planFor(1_000, cost, 0).first, part)
      t.not(planFor(1_000, cost, 0, [part]).first, part)
    }
    t.end()
  })

  await t.test('is the fewest cells in which that part keeps its room', (t) => {
    const isFewest = (cost: Cost, share: number, rate: number) => {
      const { first, cells } = planFor(rate, cost, share)
      const [most = first] = inOrder(cost, share)
      const room = fullAt(most, cost, share) * ROOM * (1 + 1e-9)
      return rate / cells <= room && (cells === 1 || rate / (cells - 1) > room / (1 + 2e-9))
    }
    fc.assert(fc.property(costs, foreign, rates, isFewest))
    t.equal(planFor(7_000, each('log', 100), 0).cells, 1, '0.7 of a core')
    t.equal(planFor(7_001, each('log', 100), 0).cells, 2)
    t.end()
  })

  await t.test('is as many cores as leave room, and of projectors more for foreign facts', (t) => {
    const cost = byPart(() => 1_000)
    t.match(planFor(690, cost, 0).cores, { log: 1, projector: 1, 'query-api': 1 })
    t.match(planFor(710, each('projector', 1_000), 0).cores, { projector: 2 })
    t.equal(borneBy(1, cost, 0.5), 1_000, 'one partition has no foreign facts')
    t.equal(Math.round(borneBy(2, cost, 0.5)), 1_333)
    t.equal(Math.round(borneBy(64, cost, 0.5)), 1_969, 'never twice as much')
    t.end()
  })
})

test('the costs of the bench', async (t) => {
  await t.test('are taken by process, and a message costs the sum of its operations', (t) => {
    const found = costsOf(baseline)
    t.ok(found.of.update.intake > 0 && found.of.send['command-api'] > 0)
    t.equal(found.of.read.projector, 0)
    const mix = mixOf(0.5, 1)
    t.same(mix, { post: 2, update: 2, send: 0.5, webhook: 2, read: 2 })
    const { post, update, send, webhook } = found.of
    const log = 2 * post.log + 2 * update.log + 0.5 * send.log + 2 * webhook.log
    t.equal(Math.round(messageCost(found, mix).log), Math.round(log))
    t.end()
  })

  await t.test('say which row is missing, and how to measure it', (t) => {
    const error = { message: /no row "intake: .*": npm run bench -- --only intake --save/ }
    t.throws(() => costsOf(runOf([measuredRow()])), error)
    t.end()
  })

  await t.test('give what docs/scaling.md shows: npm run cells -- --save writes it', async (t) => {
    const text = await readFile(new URL('docs/scaling.md', ROOT), 'utf8')
    t.ok(text.includes(cellsReport(baseline, { sends: 0.5, perPost: 1 })))
  })
})

test('the lag of accounts in partitions', async (t) => {
  const even: Skew = {
    ...{ partitions: 4, rate: 2_000, facts: 20_000, accounts: 64, hotShare: 1 / 64 },
    ...{ own: 1_000, foreign: 10, seed: 7 },
  }
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length

  await t.test('is that of a queue with one server, as queueing theory has it', (t) => {
    const alone = { ...even, partitions: 1, accounts: 1, rate: 700, facts: 400_000 }
    const wait = (0.7 * 1_000) / (2 * (1 - 0.7))
    const found = mean(lagsOf(alone).hot)
    t.ok(Math.abs(found / (1_000 + wait) - 1) < 0.05, `${found}`)
    t.end()
  })

  await t.test('never shrinks when the same facts come faster', (t) => {
    const isNoShorter = (seed: number, rate: number, more: number) => {
      const skew = { ...even, facts: 500, hotShare: 0.5, seed, rate }
      const [slow, fast] = [lagsOf(skew), lagsOf({ ...skew, rate: rate + more })]
      const kinds = ['hot', 'beside', 'apart'] as const
      return kinds.every((kind) => slow[kind].every((lag, n) => lag <= (fast[kind][n] ?? 0) + 1e-3))
    }
    const perSecond = fc.integer({ min: 1, max: 10_000 })
    fc.assert(fc.property(fc.integer(), perSecond, perSecond, isNoShorter))
    t.end()
  })

  await t.test(
    'grows without end for an account with more than a core, and its partition only',
    (t) => {
      const skewed = { ...even, hotShare: 0.5, rate: 2_500 }
      const [once, twice] = [lagsOf(skewed), lagsOf({ ...skewed, facts: 2 * skewed.facts })]
      const last = ({ hot }: { hot: readonly number[] }) => hot.at(-1) ?? 0
      t.ok(last(once) > 1e6, 'more than a second')
      t.ok(last(twice) / last(once) > 1.8, 'and in twice the time twice as much')
      t.ok(Math.max(...once.beside) > 1e6, 'who shares its partition waits with it')
      t.ok(Math.max(...once.apart) < 1e5, 'nobody else does')
      t.end()
    },
  )
})
