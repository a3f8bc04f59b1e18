import { compare, linesOf } from '@recado/bench/report/compare'
import { ratioAtLeast, ratioAtMost } from '@recado/bench/report/goal'
import { mergeInto, parseRun, textOf } from '@recado/bench/report/run-file'
import { table } from '@recado/bench/report/table'
import { test } from 'tap'
import { failedRow, measuredRow, runOf } from './rows.ts'

const OTHER = { cpu_model: 'Other CPU', cores: 64, node_version: 'v20.20.2' }
const costing = (name: string, cpu_us_per_op: number) => measuredRow({ name, cpu_us_per_op })

test('a comparison with the baseline', async (t) => {
  await t.test('names what got more than 10 % dearer or cheaper', (t) => {
    const costs = { same: 1_000, dearer: 1_101, limit: 1_100, cheaper: 899, lower: 900 }
    const now = Object.entries(costs).map(([name, cost]) => costing(name, cost))
    const before = Object.keys(costs).map((name) => costing(name, 1_000))
    const found = compare(runOf(before), runOf(now))
    t.same(
      found.dearer.map(({ title }) => title),
      ['pages: dearer'],
    )
    t.same(
      found.cheaper.map(({ title }) => title),
      ['pages: cheaper'],
    )
    t.equal(found.unchanged, 3)
    const lines = linesOf(found)
    t.match(
      lines[0],
      'DEARER   pages: dearer: +10 % of CPU an operation (1000 us to 1101 us), its raw limit 0 %',
    )
    t.equal(lines.at(-1), '1 rows dearer, 1 cheaper, 3 within 10 % of the baseline')
    t.end()
  })

  await t.test('names rows that are new, and those that their group no longer has', (t) => {
    const elsewhere = measuredRow({ group: 'lag', name: 'not run' })
    const before = runOf([costing('kept', 1_000), costing('gone', 1_000), elsewhere])
    const found = compare(before, runOf([costing('kept', 1_000), costing('new', 1_000)]))
    t.same(found.added, ['pages: new'])
    t.same(found.gone, ['pages: gone'], 'of groups that were not run it says nothing')
    t.match(linesOf(found), ['new      pages: new', 'gone     pages: gone'])
    t.end()
  })

  await t.test('knows a row by its group too', (t) => {
    const before = runOf([measuredRow({ group: 'lag' }), costing('contacts', 1_000)])
    const now = runOf([measuredRow({ group: 'lag', cpu_us_per_op: 2_000 })])
    t.same(
      compare(before, now).dearer.map(({ title }) => title),
      ['lag: contacts'],
    )
    t.end()
  })

  await t.test(
    'calls a failed row neither gone nor dearer, and a group that broke off not gone',
    (t) => {
      const before = runOf([costing('contacts', 1_000), costing('stopped', 1_000)])
      const failed = compare(before, runOf([failedRow()], { groups: [] }))
      t.same([failed.gone, failed.dearer, failed.notCompared], [[], [], ['pages: contacts']])
      t.end()
    },
  )

  await t.test('does not compare lists of another length', (t) => {
    const before = runOf([measuredRow({ list_rows: 200_000 })])
    const now = runOf([measuredRow({ list_rows: 10_000, cpu_us_per_op: 9_000 })])
    const { dearer, notCompared } = compare(before, now)
    t.same([dearer, notCompared], [[], ['pages: contacts']])
    t.end()
  })

  await t.test('says when the baseline is of another machine', (t) => {
    const found = compare(runOf([measuredRow()], { machine: OTHER }), runOf([measuredRow()]))
    t.match(linesOf(found)[0], /another kind of machine.*--save/)
    t.end()
  })

  await t.test('depends on nothing but both runs', (t) => {
    const [before, now] = [runOf([measuredRow()]), runOf([measuredRow({ cpu_us_per_op: 2 })])]
    t.same(compare(before, now), compare(before, now))
    t.same(compare(before, before).unchanged, 1)
    t.end()
  })
})

test('a kept run', async (t) => {
  await t.test('is read as it was written', (t) => {
    const run = runOf([measuredRow(), failedRow({ name: 'late' })])
    t.same(parseRun(textOf(run)), run)
    t.end()
  })

  await t.test('has figures of five digits, so that a baseline can be read', (t) => {
    const text = textOf(runOf([measuredRow({ cpu_us_per_op: 1_234.567_89 })]))
    t.match(text, '"cpu_us_per_op": 1234.6,')
    t.end()
  })

  await t.test('is refused if it is of another form', (t) => {
    t.throws(() => parseRun('{"format": 2, "rows": [], "groups": []}'), /no kept run/)
    t.throws(() => parseRun('{"format": 1}'), /no kept run/)
    t.throws(() => parseRun(textOf(runOf([], { is_quick: true }))), /measures nothing/)
    t.end()
  })

  await t.test('replaces its rows in the baseline and keeps those of other groups', (t) => {
    const lag = measuredRow({ group: 'lag', name: 'append' })
    const baseline = runOf([lag, costing('old', 1), costing('gone', 1), costing('failed', 1)])
    const run = runOf([costing('old', 2), failedRow({ name: 'failed' }), costing('added', 3)])
    const merged = mergeInto(baseline, run)
    const all = merged.rows.map((row) => [row.name, 'cpu_us_per_op' in row && row.cpu_us_per_op])
    t.same(all, [
      ['append', 1_000],
      ['added', 3],
      ['failed', 1],
      ['old', 2],
    ])
    t.same(merged.groups, ['lag', 'pages'])
    t.end()
  })

  await t.test('keeps the rows that a stopped run has not come to', (t) => {
    const baseline = runOf([costing('first', 1), costing('second', 1)])
    const merged = mergeInto(baseline, runOf([costing('first', 2)], { groups: [] }))
    t.same(
      merged.rows.map(({ name }) => name),
      ['first', 'second'],
    )
    t.end()
  })

  await t.test('replaces a baseline of another machine, and none', (t) => {
    const run = runOf([costing('new', 2)])
    const other = runOf([costing('old', 1)], { machine: OTHER })
    t.same(mergeInto(other, run), run)
    t.same(mergeInto(null, run), run)
    t.end()
  })
})

test('the table of rows', async (t) => {
  await t.test('shows the processor time first, then figures with their units', (t) => {
    const text = table([measuredRow()], () => [ratioAtLeast('rate_per_s', 0.4)])
    const [, cpu = '', rate = ''] = text.split('\n')
    t.match(cpu, /^pages: contacts +CPU +1,000 us +500 us +2\.00 +bare route$/)
    t.match(rate, /^ +rate +1,200 \/s +2,400 \/s +0\.50 +>= 0\.4 +ok$/)
    t.end()
  })

  await t.test('shows of a small share whether it is below its goal', (t) => {
    const row = measuredRow({ cpu_us_per_op: 23, raw_cpu_us_per_op: 1_000 })
    const text = table([row], () => [ratioAtMost('cpu', 0.02)])
    t.match(text, / 23\.0 us +1,000 us +0\.023 +<= 0\.02 +missed /)
    t.end()
  })

  await t.test('says that a row has failed, and why', (t) => {
    const text = table([failedRow()], () => [])
    t.match(text, /pages: contacts +FAILED: message 7 was not delivered within 30 s$/)
    t.end()
  })

  await t.test('says when a row was not steady', (t) => {
    const warm_up = { rounds: 9, took_s: 61, ended_by: 'cap' as const }
    t.match(
      table([measuredRow({ warm_up })], () => []),
      /not steady when its warm-up ended/,
    )
    t.end()
  })

  await t.test('leaves a figure out that one side does not have', (t) => {
    const figures = [{ name: 'took_ms' as const, ours: 12.34, raw: null }]
    t.match(
      table([measuredRow({ figures })], () => []),
      / took +12\.3 ms$/,
    )
    t.end()
  })
})
