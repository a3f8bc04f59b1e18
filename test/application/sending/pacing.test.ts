import { leaseTurns } from '@recado/application/sending/lease-turns'
import { type PaceTime, pacing } from '@recado/application/sending/pacing'
import { openPool } from '@recado/infra/postgres/pool'
import { raw } from '@recado/infra/postgres/sql'
import { test } from 'tap'
import { testDatabase } from '../../kit/postgres.ts'

const database = await testDatabase('pace')
const pool = openPool(database.url)

/** Time stands still in Postgres, so that leases do not depend on the speed of the machine. */
const STILL = raw("timestamptz '2026-01-01T09:00:20Z'")

/** A clock that jumps ahead by each wait. */
function leapingTime(): PaceTime {
  let now = 0
  return {
    now: () => now,
    async wait(ms) {
      now += ms
    },
  }
}

/** A clock that jumps to the next wait once nothing else can run. */
function sharedTime() {
  const waiting: { at: number; wake: () => void }[] = []
  let now = 0
  return {
    now: () => now,
    wait: (ms: number) => new Promise<void>((wake) => void waiting.push({ at: now + ms, wake })),
    /** Advances the clock while the process is busy: waits that end meanwhile are late. */
    async stalls(ms: number) {
      await new Promise((done) => setImmediate(done))
      now += ms
    },
    async goesOn() {
      for (;;) {
        await new Promise((done) => setImmediate(done))
        waiting.sort((one, other) => one.at - other.at)
        const next = waiting.shift()
        if (next === undefined) return
        now = Math.max(now, next.at)
        next.wake()
      }
    },
  }
}

test('turns on a connection', async (t) => {
  t.after(async () => {
    await pool.end()
    await database.drop()
  })

  t.test('all processes together stay below the rate', async (t) => {
    const connection = '00000000-0000-4000-8000-000000000001'
    const processes = [1, 2, 3].map(() => leaseTurns(pool, STILL))
    const begins: (number | undefined)[] = []
    for (let n = 0; n < 9; n++)
      begins.push((await processes[n % 3]?.(connection, 10, 12.5, 10_000))?.inMs)
    // The first lease is in the past but for its last turn; each other lease begins where the previous one ends.
    t.same(
      begins.map((ms) => Math.round((ms ?? 0) * 10) / 10),
      begins.map((_, n) => n * 125 - 112.5),
    )
  })

  t.test('turns that begin later than the caller waits are not leased', async (t) => {
    const lease = leaseTurns(pool, STILL)
    const within = (ms: number) => lease('00000000-0000-4000-8000-000000000099', 1, 1_000, ms)
    t.match(await within(500), { inMs: 0 })
    t.equal(await within(500), null)
    t.match(await within(1_000), { inMs: 1_000 }, 'the turn is still free')
  })

  t.test('turns of a lease begin one after the other', async (t) => {
    const time = sharedTime()
    const { acquireTurn: take } = pacing(async () => ({ inMs: 100 }), time)
    const begun: number[] = []
    const calls = Array.from({ length: 10 }, async () => {
      t.equal(await take('connection', 80, 10_000), true)
      begun.push(time.now())
    })
    await time.goesOn()
    await Promise.all(calls)
    t.same(
      begun,
      begun.map((_, n) => 100 + n * 12.5),
    )
  })

  t.test('no turn is taken when none becomes free in time', async (t) => {
    const connection = '00000000-0000-4000-8000-000000000002'
    const time = leapingTime()
    const pace = pacing(leaseTurns(pool, STILL), time)
    t.equal(await pace.acquireTurn(connection, 1, 0), true)
    t.equal(await pace.acquireTurn(connection, 1, 0), false)
    t.equal(await pace.acquireTurn(connection, 1, 0), false)
    t.equal(time.now(), 0)
    t.equal(await pace.acquireTurn(connection, 1, 3_000), true)
    t.equal(Math.round(time.now()), 1_000, 'it came a second later')
  })

  t.test('connections do not wait for each other', async (t) => {
    const pace = pacing(leaseTurns(pool, STILL))
    for (let n = 10; n < 20; n++)
      t.equal(await pace.acquireTurn(`00000000-0000-4000-8000-0000000000${n}`, 1, 0), true)
  })

  t.test('a dropped table is created again', async (t) => {
    await pool.query('drop table control.send_pace')
    const pace = pacing(leaseTurns(pool))
    t.equal(await pace.acquireTurn('00000000-0000-4000-8000-000000000003', 80, 0), true)
  })
})

test('a short wait does not end a longer one with its refusal', async (t) => {
  const time = sharedTime()
  const asked: number[] = []
  // Only one turn is left, in three seconds.
  const { acquireTurn: take } = pacing(async (_connection, _count, _interval, withinMs) => {
    asked.push(withinMs)
    await time.wait(10)
    return asked.length === 2 ? { inMs: 3_000 } : null
  }, time)
  const waits = [100, 5_000, 4_000, 50].map((withinMs) => take('connection', 1, withinMs))
  await time.goesOn()
  t.same(await Promise.all(waits), [false, true, false, false])
  t.same(asked, [100, 4_990, 3_980], 'one request for each call that could not share')
})

test('calls that a busy process delayed do not all start at once', async (t) => {
  const time = sharedTime()
  const { spaceCall: pass } = pacing(async () => ({ inMs: 0 }), time)
  const calls = Array.from({ length: 160 }, () => pass('stalled', 80).then(() => time.now()))
  await time.stalls(1_000)
  await time.goesOn()
  const times = await Promise.all(calls)
  const most = Math.max(
    ...times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length),
  )
  t.equal(most, 80, 'as many within one second as the pace allows')
})

test('calls that arrive late start at the pace of the connection', async (t) => {
  const time = sharedTime()
  const { spaceCall: pass } = pacing(async () => ({ inMs: 0 }), time)
  const calls = Array.from({ length: 30 }, () => pass('kept-up', 80).then(() => time.now()))
  await time.goesOn()
  t.same(
    await Promise.all(calls),
    calls.map((_, nth) => Math.max(0, nth - 9) * 12.5),
  )
})

test('a number that sends too fast for its provider has half its pace for a minute, and half of that if told again', async (t) => {
  const time = leapingTime()
  const pace = pacing(async () => ({ inMs: 0 }), time)
  /** Time for as many calls as there are in a second at the pace that was granted, once those before have left. */
  const secondOf = async () => {
    for (let nth = 0; nth < 200; nth++) await pace.spaceCall('fast', 80)
    const begun = time.now()
    for (let nth = 0; nth < 80; nth++) await pace.spaceCall('fast', 80)
    return time.now() - begun
  }
  const isToldSo = async () => (await pace.spaceCall('fast', 80)).slowDown()
  t.equal(await secondOf(), 1_000)
  await isToldSo()
  t.equal(await secondOf(), 2_000)
  await isToldSo()
  t.equal(await secondOf(), 4_000)
  await time.wait(60_000)
  t.equal(await secondOf(), 1_000)
  for (let nth = 0; nth < 9; nth++) await isToldSo()
  t.equal(await secondOf(), 8_000, 'never less than an eighth')
  await time.wait(60_000)
  const underWay = await Promise.all(Array.from({ length: 9 }, () => pace.spaceCall('fast', 80)))
  for (const call of underWay) call.slowDown()
  t.equal(await secondOf(), 2_000, 'calls that began together tell of one pace')
})
