import { fairRates } from '@recado/infra/concurrency/fair-rates'
import { sharedRate } from '@recado/infra/concurrency/shared-rate'
import fc from 'fast-check'
import { test } from 'tap'

const FLOOR = 20
/** What a server does a second, in units. */
const CAPACITY = 1_000
/** The units of a POST with one event. */
const POST = 8
const TICK_MS = 10
const MAX_LAG_MS = 250
const MAX_WAIT_MS = 1_000
/** How long the room takes to be found. */
const SETTLED_MS = 10_000

type Seen = { asked: number; refused: number; waited: number; served: number; lags: number[] }
type Demands = Readonly<Record<string, number>>

/**
 * Accounts post to a server that works in the order of arrival, through the rates; its lag is the pressure.
 * @param demandsAt units a second that each account posts, at a time in ms
 * @returns what each saw once the room had time to be found, and the longest lag
 */
function simulated(
  demandsAt: (ms: number) => Demands,
  seconds: number,
  capacity = CAPACITY,
  stalls = (_ms: number) => false,
  lagOfOthers = 0,
) {
  const clock = { at: 0 }
  const now = () => clock.at
  /** POSTs that wait for the server, and what it can do of them now, in units. */
  const queue: { since: number; owner: string }[] = []
  let able = 0
  let longest = 0
  const lag = () => (clock.at < 3_000 ? 0 : lagOfOthers) + clock.at - (queue[0]?.since ?? clock.at)
  const rate = sharedRate(fairRates(FLOOR, { lag, most: MAX_LAG_MS }, now), now)
  const due = new Map<string, number>()
  const seen = new Map<string, Seen>()
  const waiting: { at: number; owner: string }[] = []
  const post = (owner: string, one: Seen) => {
    one.asked += 1
    const wait = rate.takeAll(new Map([[owner, POST]]), MAX_WAIT_MS)
    if (wait === null) one.refused += 1
    else waiting.push({ at: clock.at + wait, owner })
    one.waited = Math.max(one.waited, wait ?? 0)
  }
  const serve = () => {
    for (const { owner } of takeDue(waiting, clock.at)) queue.push({ since: clock.at, owner })
    able = queue.length === 0 || stalls(clock.at) ? 0 : able + (capacity * TICK_MS) / 1_000
    for (let next = queue[0]; next !== undefined && able >= POST; next = queue[0]) {
      const one = seen.get(next.owner)
      one?.lags.push(lag())
      if (one !== undefined) one.served += POST
      able -= POST
      queue.shift()
    }
    longest = Math.max(longest, lag())
  }
  for (; clock.at < 1_000 * seconds; clock.at += TICK_MS) {
    if (clock.at === SETTLED_MS) seen.clear()
    for (const [owner, perSecond] of Object.entries(demandsAt(clock.at))) {
      const one = seen.get(owner) ?? { asked: 0, refused: 0, waited: 0, served: 0, lags: [] }
      seen.set(owner, one)
      due.set(owner, (due.get(owner) ?? seen.size) + (perSecond * TICK_MS) / 1_000)
      for (; (due.get(owner) ?? 0) >= POST; due.set(owner, (due.get(owner) ?? 0) - POST))
        post(owner, one)
    }
    serve()
  }
  const all = Object.fromEntries(seen)
  return { all, longest, settled: seconds - SETTLED_MS / 1_000 }
}

function takeDue(waiting: { at: number; owner: string }[], at: number) {
  const [due, rest] = [waiting.filter((one) => one.at <= at), waiting.filter((one) => one.at > at)]
  waiting.splice(0, waiting.length, ...rest)
  return due
}

function median(of: readonly number[]): number {
  return [...of].sort((one, other) => one - other)[Math.floor(of.length / 2)] ?? 0
}

const served = (all: Readonly<Record<string, Seen>>) =>
  Object.values(all).reduce((sum, one) => sum + one.served, 0)

test('nobody is refused or delayed while the work keeps up, whoever else is active', (t) => {
  const { all } = simulated(() => ({ one: 0.6 * CAPACITY, two: 0.3 * CAPACITY }), 30)
  for (const one of Object.values(all)) t.match(one, { refused: 0, waited: 0 })
  t.end()
})

test('beside an account that posts five times what the server does, the others feel nothing', (t) => {
  const honest = { a: 0.1 * CAPACITY, b: 0.1 * CAPACITY, c: 0.02 * CAPACITY }
  const { all, settled } = simulated(() => ({ ...honest, hostile: 5 * CAPACITY }), 60)
  for (const name of ['a', 'b', 'c']) {
    t.match(all[name], { refused: 0, waited: 0 })
    const lag = median(all[name]?.lags ?? [])
    t.ok(lag < 1.2 * MAX_LAG_MS, `${name} waits ${lag} ms`)
  }
  t.ok(served(all) > 0.85 * CAPACITY * settled, `${served(all) / settled} a second are done`)
  t.end()
})

test('an account alone is refused only what would make the lag grow, and the server is never idle', (t) => {
  const { all, settled, longest } = simulated(() => ({ alone: 2 * CAPACITY }), 60)
  t.ok(served(all) > 0.85 * CAPACITY * settled, `${served(all) / settled} a second are done`)
  t.ok(longest < 2_000, `${longest} ms`)
  t.end()
})

test('those who ask for more than there is get equal parts', (t) => {
  const names = ['a', 'b', 'c', 'd']
  const demands = Object.fromEntries(names.map((name, n) => [name, (0.5 + n) * CAPACITY]))
  const { all, settled } = simulated(() => demands, 60)
  for (const name of names) {
    const part = (all[name]?.served ?? 0) / settled / (CAPACITY / names.length)
    t.ok(part > 0.8 && part < 1.2, `${name} gets ${part} of an equal part`)
  }
  t.end()
})

test('when the server stands still for a moment, nobody is refused who fits in', (t) => {
  const demands = { one: 0.3 * CAPACITY, two: 0.3 * CAPACITY }
  const stalls = (ms: number) => ms % 10_000 > 8_000 && ms % 10_000 < 9_000
  const { all } = simulated(() => demands, 60, CAPACITY, stalls)
  for (const one of Object.values(all)) t.match(one, { refused: 0 })
  t.end()
})

test('a lag that accounts do not cause costs them little, and an account that adds to it no other', (t) => {
  const honest = { one: 0.3 * CAPACITY, two: 0.3 * CAPACITY }
  const { all } = simulated(() => honest, 120, CAPACITY, undefined, 400)
  for (const { refused, asked } of Object.values(all))
    t.ok(refused < 0.1 * asked, `${refused} of ${asked} are refused`)
  const demands = { one: 0.1 * CAPACITY, hostile: 5 * CAPACITY }
  const beside = simulated(() => demands, 60, CAPACITY, undefined, 400)
  t.match(beside.all.one, { refused: 0, waited: 0 })
  t.ok(beside.longest < 5_000, `${beside.longest} ms`)
  t.end()
})

test('once less is asked for, nobody is limited any more', (t) => {
  const flood = (ms: number) => ms < SETTLED_MS - 7_000
  const { all } = simulated((ms) => ({ one: (flood(ms) ? 5 : 0.6) * CAPACITY, two: 10 }), 30)
  t.match(all, { one: { refused: 0, waited: 0 }, two: { refused: 0, waited: 0 } })
  t.end()
})

test('an account that asks for less than two fifths of an equal part is never refused, whatever others do', (t) => {
  const others = fc.array(fc.integer({ min: 1, max: 5 * CAPACITY }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(others, fc.integer({ min: 200, max: 4_000 }), (demands, capacity) => {
      const equal = capacity / (demands.length + 1)
      const all = Object.fromEntries(demands.map((demand, n) => [`other ${n}`, demand]))
      const run = simulated(() => ({ ...all, honest: Math.max(FLOOR, 0.4 * equal) }), 25, capacity)
      return run.all.honest?.refused === 0
    }),
    { numRuns: 20 },
  )
  t.end()
})
