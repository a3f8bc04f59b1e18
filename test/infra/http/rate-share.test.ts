import { randomUUID } from 'node:crypto'
import { leaseCalls } from '@recado/infra/http/rate-lease'
import { rateLimits } from '@recado/infra/http/rate-limits'
import { openPool } from '@recado/infra/postgres/pool'
import { raw } from '@recado/infra/postgres/sql'
import fc from 'fast-check'
import { t as file, test } from 'tap'
import { testDatabase } from '../../kit/postgres.ts'

const database = await testDatabase('rate_share')
const pool = openPool(database.url)
await pool.query("create table clock as select timestamptz '2026-01-01T09:00:20Z' as at")
file.teardown(async () => {
  await pool.end()
  await database.drop()
})
const clock = raw('(select at from clock)')
const passes = (seconds: number) =>
  pool.query('update clock set at = at + make_interval(secs => $1)', [seconds])

/** Processes that share their limits only through Postgres. */
const processes = (count: number) =>
  Array.from({ length: count }, () => rateLimits(leaseCalls(pool, randomUUID(), clock)))

/** Simultaneous calls, each through the process with its number. */
const crowd = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 40 })

type Minute = { count: number; limit: number; crowds: number[][]; last: number }

test('whichever processes are called in whatever order, the limit is reached exactly', async (t) => {
  const minutes: fc.Arbitrary<Minute> = fc.record({
    count: fc.integer({ min: 2, max: 5 }),
    limit: fc.constantFrom(1, 3, 40, 120, 300),
    crowds: fc.array(crowd, { minLength: 1, maxLength: 12 }),
    last: fc.nat({ max: 4 }),
  })
  const reachesExactly = async ({ count, limit, crowds, last }: Minute) => {
    const key = randomUUID()
    const all = processes(count)
    const take = async (n: number) => {
      const taken = await all[n % count]?.take(key, limit)
      if (!taken || taken.remaining < 0 || taken.remaining >= limit) throw new Error('bad header')
      return taken.granted
    }
    let calls = 0
    // One process is asked for the rest, so the others' blocks must be returned to it.
    for (const together of [...crowds, ...Array.from({ length: limit }, () => [last])]) {
      const granted = (await Promise.all(together.map(take))).filter(Boolean).length
      t.equal(granted, Math.max(0, Math.min(together.length, limit - calls)))
      calls += together.length
    }
    for (const n of all.keys()) t.equal(await take(n), false)
  }
  await fc.assert(fc.asyncProperty(minutes, reachesExactly), { numRuns: 30, endOnFailure: true })
})

test('calls alternating between two processes reach the limit exactly', async (t) => {
  const key = randomUUID()
  const [one, other] = processes(2)
  const granted: boolean[] = []
  for (let n = 0; n < 130; n++)
    granted.push((await (n % 2 ? one : other)?.take(key, 120))?.granted ?? false)
  t.same(granted.indexOf(false), 120)
  t.notOk(granted.slice(120).includes(true))
})

test('the calls leased by a dead process are lost, and delay others for at most a second', async (t) => {
  const key = randomUUID()
  const dead = await leaseCalls(pool, 'dead', clock).lease(key, 120)
  t.equal(dead.granted, 10)
  const [living] = processes(1)
  for (let n = 0; n < 110; n++) t.equal((await living?.take(key, 120))?.granted, true)
  const waiting = living?.take(key, 120)
  await passes(1)
  t.equal((await waiting)?.granted, false)
})

test('far from the limit one statement serves several calls', async (t) => {
  const leases = leaseCalls(pool, randomUUID(), clock)
  let statements = 0
  const counted = {
    ...leases,
    lease: (key: string, limit: number) => {
      statements++
      return leases.lease(key, limit)
    },
  }
  const limits = rateLimits(counted)
  for (let n = 0; n < 60; n++) await limits.take('far', 120)
  t.equal(statements, 6)
})
