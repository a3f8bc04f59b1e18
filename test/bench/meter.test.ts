import type { RowAbout, Side } from '@recado/bench/measuring/group'
import { closedLoop, openLoop } from '@recado/bench/measuring/loops'
import { openMeter } from '@recado/bench/measuring/meter'
import { test } from 'tap'
import { manualClock } from './clock.ts'

const ABOUT: RowAbout = { name: 'a row', against: 'nothing', figures: [] }
const signal = new AbortController().signal
const roles = { api: 'product', postgres: 'server', bare: 'raw', simulator: 'outside' } as const

/** A meter over processes whose times, ms, the test sets by name, and of which those in `busy` are. */
function metered() {
  const clock = manualClock()
  const times: Record<string, number> = {}
  const busy = new Set<string>()
  const processes = () => Object.entries(roles).map(([name, role], pid) => ({ name, role, pid }))
  const read = () => ({ times: { ...times }, busy })
  const meter = openMeter({ processes, clock, roundCpuMs: 1_000, restMs: 3_000, read })
  const spend = (name: string, ms: number) => {
    times[name] = (times[name] ?? 0) + ms
  }
  return { clock, meter, spend, busy }
}

/** Ten operations that do as told. */
function tenOf(work: () => void): Side {
  return {
    async round() {
      work()
      return { operations: 10 }
    },
  }
}

test('what an operation costs', async (t) => {
  await t.test(
    'is the time of the product and its servers, or of the raw limit and the same',
    async (t) => {
      const { meter, spend } = metered()
      const all = tenOf(() => {
        spend('api', 100)
        spend('postgres', 50)
        spend('bare', 30)
        for (const other of ['simulator', 'bench']) spend(other, 7_000)
      })
      const ours = await meter.cost(ABOUT, 'ours', all, signal)
      t.equal(ours.usPerOp, 15_000)
      t.match(ours.usPerOpByProcess, { api: 10_000, postgres: 5_000 })
      t.equal((await meter.cost(ABOUT, 'raw', all, signal)).usPerOp, 8_000)
    },
  )

  await t.test(
    'has the time of the bench for what runs in it, and of the product where that is raw',
    async (t) => {
      const { meter, spend } = metered()
      const both = tenOf(() => {
        spend('bench', 20)
        spend('api', 100)
      })
      const cost = async (about: Partial<RowAbout>, which: 'ours' | 'raw') =>
        (await meter.cost({ ...ABOUT, ...about }, which, both, signal)).usPerOp
      t.equal(await cost({ inBench: 'both' }, 'ours'), 12_000)
      t.equal(await cost({ inBench: 'raw' }, 'ours'), 10_000)
      t.equal(await cost({ inBench: 'raw' }, 'raw'), 2_000)
      t.equal(await cost({ inBench: 'ours' }, 'ours'), 12_000)
      t.equal(await cost({ inBench: 'ours', isRawOurs: true }, 'raw'), 10_000)
      t.equal(await cost({ isRawOurs: true }, 'raw'), 10_000)
    },
  )

  await t.test(
    'has no time of what prepares it, and that of work which it leaves behind',
    async (t) => {
      const { meter, spend, clock, busy } = metered()
      const side: Side = {
        async prepare() {
          spend('api', 5_000)
        },
        async round() {
          spend('api', 100)
          busy.add('postgres')
          // A machine without time for it lets it wait.
          void clock.wait(700).then(() => {
            spend('postgres', 400)
            busy.clear()
          })
          return { operations: 10 }
        },
      }
      t.equal((await meter.cost(ABOUT, 'ours', side, signal)).usPerOp, 50_000)
    },
  )

  await t.test('has no time of rest, however long the round took', async (t) => {
    const { meter, spend, clock } = metered()
    const resting = { api: 40, postgres: 20 }
    const pass = (ms: number) => {
      clock.pass(ms)
      for (const [name, perSecond] of Object.entries(resting)) spend(name, (perSecond * ms) / 1_000)
    }
    const side = (seconds: number) =>
      tenOf(() => {
        pass(seconds * 1_000)
        spend('api', 100)
      })
    const waits = clock.wait
    clock.wait = async (ms) => {
      await waits(0)
      pass(ms)
    }
    t.equal(await meter.rest(signal), 60)
    for (const seconds of [1, 20]) {
      const { usPerOp } = await meter.cost(ABOUT, 'ours', side(seconds), signal)
      t.ok(Math.abs(usPerOp - 10_000) < 1, `${usPerOp}`)
    }
  })

  await t.test('is not made up for a round that did nothing', async (t) => {
    const { meter } = metered()
    const nothing = { round: async () => ({ operations: 0 }) }
    await t.rejects(meter.cost(ABOUT, 'ours', nothing, signal), /without a single operation/)
  })
})

test('a loop', async (t) => {
  await t.test('ends when its processes have used the time of a round', async (t) => {
    const { meter, spend, clock } = metered()
    const call = async () => {
      clock.pass(60)
      spend('api', 10)
    }
    const { operations } = await meter.cost(ABOUT, 'ours', closedLoop({ atATime: 1, call }), signal)
    t.equal(operations, 100)
  })

  await t.test('ends on a machine that has no time for it', async (t) => {
    const { meter, clock } = metered()
    const call = async () => clock.pass(1_000)
    const { operations } = await meter.cost(ABOUT, 'ours', closedLoop({ atATime: 1, call }), signal)
    t.equal(operations, 15)
  })

  await t.test('fails at once by a call that fails, whatever becomes of the others', async (t) => {
    const late = () => Promise.reject(new Error('late'))
    const calls = [() => Promise.resolve(), late, () => new Promise(() => undefined)]
    const side = openLoop(1_000, 3, async () => calls.shift()?.())
    await t.rejects(side.round({ signal, isReached: () => false }), /late/)
  })
})
