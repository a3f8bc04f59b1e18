import { leaseTurns } from '@recado/application/sending/lease-turns'
import { pacing } from '@recado/application/sending/pacing'
import { openPool } from '@recado/infra/postgres/pool'
import { test } from 'tap'
import { testDatabase } from '../../kit/postgres.ts'

const database = await testDatabase('pace')
const pool = openPool(database.url)

test('turns on a connection', async (t) => {
  t.after(async () => {
    await pool.end()
    await database.drop()
  })

  t.test('all processes together stay below the rate', async (t) => {
    const connection = '00000000-0000-4000-8000-000000000001'
    const processes = [1, 2, 3].map(() => pacing(leaseTurns(pool)))
    const began = performance.now()
    const times: number[] = []
    await Promise.all(
      Array.from({ length: 90 }, async (_, i) => {
        t.equal(await processes[i % 3]?.take(connection, 80, 10_000), true)
        times.push(performance.now() - began)
      }),
    )
    // One lease of ten is saved up by the store, and each process may round up to one block.
    const within = (ms: number) => times.filter((time) => time <= ms).length
    t.ok(within(500) <= 40 + 20, `${within(500)} in the first half second`)
    t.ok(Math.max(...times) >= 800, 'the last one waits for its turn')
  })

  t.test('calls that a busy process kept up do not leave all at once', async (t) => {
    const { pass } = pacing(leaseTurns(pool))
    const calls = Array.from({ length: 160 }, () =>
      pass('stalled', 80).then(() => performance.now()),
    )
    setTimeout(() => {
      for (const until = performance.now() + 900; performance.now() < until; );
    }, 100)
    // Seen a moment after they left: hence not quite a second.
    const times = await Promise.all(calls)
    const most = Math.max(
      ...times.map((from) => times.filter((at) => at >= from && at < from + 990).length),
    )
    t.ok(most <= 80, `${most} left within one second`)
  })

  t.test('no turn is taken when none comes free in time', async (t) => {
    const connection = '00000000-0000-4000-8000-000000000002'
    const pace = pacing(leaseTurns(pool))
    t.equal(await pace.take(connection, 1, 0), true)
    t.equal(await pace.take(connection, 1, 0), false)
    t.equal(await pace.take(connection, 1, 0), false)
    t.equal(await pace.take(connection, 1, 3_000), true)
  })

  t.test('connections do not wait for each other', async (t) => {
    const pace = pacing(leaseTurns(pool))
    for (let n = 10; n < 20; n++)
      t.equal(await pace.take(`00000000-0000-4000-8000-0000000000${n}`, 1, 0), true)
  })

  t.test('a lost table is made again', async (t) => {
    await pool.query('drop table control.send_pace')
    const pace = pacing(leaseTurns(pool))
    t.equal(await pace.take('00000000-0000-4000-8000-000000000003', 80, 0), true)
  })
})

test('calls that were kept up on their way leave at the pace of the connection', async (t) => {
  const { pass } = pacing(async () => ({ inMs: 0 }))
  const begun = performance.now()
  const left = await Promise.all(
    Array.from({ length: 30 }, () => pass('kept-up', 80).then(() => performance.now() - begun)),
  )
  t.ok(
    left.every((ms, nth) => ms >= (nth - 9) * 12.5 - 2),
    `${left.map(Math.round)}`,
  )
})
