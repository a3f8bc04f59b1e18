import { openStrays } from '@recado/bench/measuring/bounded'
import type { Group, OpenRow } from '@recado/bench/measuring/group'
import { MAX_GROUP_MS, type Running, runGroups } from '@recado/bench/measuring/run-groups'
import { type Test, test } from 'tap'
import { manualClock } from './clock.ts'
import { measuredRow } from './rows.ts'

type Work = () => Promise<unknown>
const fine: Work = async () => undefined
const hangs: Work = () => new Promise(() => undefined)
const throws: Work = async () => {
  throw new Error('message 7 was not delivered within 30 s')
}

function groupOf(name: string, rows: Readonly<Record<string, Work>>, open: Work = fine): Group {
  const abouts = Object.keys(rows).map((row) => ({ name: row, against: 'nothing', figures: [] }))
  const workOf = (row: string) => rows[row] ?? fine
  return {
    ...{ name, minutes: 1, usesLists: false, isOnRequest: false, rows: abouts },
    async open() {
      await open()
      // The side of a fake row only works.
      return abouts.map((about) => ({ about, sides: workOf(about.name) }) as unknown as OpenRow)
    },
  }
}

/** Runs groups of fake rows. @returns `rows`: what became of each, by its name */
async function ran(groups: readonly Group[], other: Partial<Running> = {}) {
  const clock = manualClock()
  const closed: string[] = []
  const opened: string[] = []
  const { groups: ended, rows } = await runGroups(groups, {
    ...{ clock, stopping: new AbortController().signal, strays: openStrays(), listRows: 10 },
    open(group) {
      opened.push(group.name)
      return group.open({} as never)
    },
    async measure({ about, sides }) {
      await sides()
      const { group: _, list_rows: __, ...row } = measuredRow({ name: about.name })
      return row
    },
    close: async () => void closed.push(opened.at(-1) ?? ''),
    progress: () => undefined,
    explain: () => undefined,
    ...other,
  })
  const said = rows.map((row) => [row.name, row.outcome === 'failed' ? row.reason : 'measured'])
  return { rows: Object.fromEntries(said), ended, closed, time: clock.now() }
}

const HUNG = 'it was not measured within 240 s'
const OVER = 'the 10 minutes of the group were over'

test('a run of groups', async (t) => {
  await t.test('reports a row that fails, and measures the next', async (t) => {
    const { rows } = await ran([groupOf('one', { a: fine, b: throws, c: fine })])
    const b = 'message 7 was not delivered within 30 s'
    t.same(rows, { a: 'measured', b, c: 'measured' })
  })

  await t.test('gives a row up that hangs, and tells its load to end', async (t) => {
    let heard: AbortSignal | undefined
    const { rows } = await ran([groupOf('one', { a: fine, b: hangs, c: fine })], {
      measure: hearing((signal) => {
        heard = signal
      }),
    })
    t.same(rows, { a: 'measured', b: HUNG, c: 'measured' })
    t.equal(heard?.aborted, true)
  })

  await t.test('ends a group after its time, and fails the rows that are left', async (t) => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const all = Object.fromEntries(names.map((name) => [name, hangs]))
    const { rows, ended, time } = await ran([groupOf('one', all), groupOf('two', { g: fine })])
    const [hung, over] = [HUNG, OVER]
    t.same(rows, { a: hung, b: hung, c: over, d: over, e: over, f: over, g: 'measured' })
    t.same(ended, ['one', 'two'])
    t.ok(time < MAX_GROUP_MS + 20_000, `${time} ms`)
  })

  await t.test('fails each row of a group that does not start, and runs the next', async (t) => {
    const broken = groupOf('one', { a: fine, b: fine }, async () => {
      throw new Error('no port')
    })
    const { rows, closed } = await ran([broken, groupOf('two', { c: fine })])
    const reason = 'its group did not start: no port'
    t.same(rows, { a: reason, b: reason, c: 'measured' })
    t.same(closed, ['one', 'two'], 'ends what it has started all the same')
  })

  await t.test('gives a group up that hangs while it starts', async (t) => {
    const { rows } = await ran([groupOf('one', { a: fine }, hangs), groupOf('two', { b: fine })])
    t.same(rows, { a: `its group did not start: ${OVER}`, b: 'measured' })
  })

  await t.test('fails the row in progress by an error that nobody waits for', (t) => strayed(t))

  await t.test('keeps what was measured when it is stopped', async (t) => {
    const stopping = new AbortController()
    const stops = async () => {
      stopping.abort()
      await hangs()
    }
    const groups = [groupOf('one', { a: fine }), groupOf('two', { b: fine, c: stops, d: fine })]
    const { rows, ended, closed } = await ran([...groups, groupOf('three', { e: fine })], {
      stopping: stopping.signal,
    })
    t.same(rows, { a: 'measured', b: 'measured' })
    t.same(ended, ['one'], 'a group that was stopped does not count as measured')
    t.same(closed, ['one'], 'leaves the end of the others to whoever stops the run')
  })
})

async function strayed(t: Test) {
  const strays = openStrays()
  const strays2 = () => {
    t.equal(strays.fail(new Error('late')), true)
    return hangs()
  }
  const { rows } = await ran([groupOf('one', { a: strays2, b: fine })], { strays })
  t.same(rows, { a: 'late', b: 'measured' })
  t.equal(strays.fail(new Error('later')), false, 'there is no row any more')
}

function hearing(hear: (signal: AbortSignal) => void): Running['measure'] {
  return async ({ about, sides }, signal) => {
    if (about.name === 'b') hear(signal)
    await sides()
    const { group: _, list_rows: __, ...row } = measuredRow({ name: about.name })
    return row
  }
}
