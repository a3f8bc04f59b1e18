import { openAttempts, type Pace } from '@recado/infra/http/attempts'
import { openPool } from '@recado/infra/postgres/pool'
import { t as file, test } from 'tap'
import { testDatabase } from '../../kit/postgres.ts'

const database = await testDatabase('attempts')
const pool = openPool(database.url)
file.teardown(async () => {
  await pool.end()
  await database.drop()
})

const HOUR = 3_600_000
const PACE: Pace = { free: 3, firstMs: HOUR, mostMs: 3 * HOUR, forgetMs: 24 * HOUR }

/** Moves all attempts into the past. */
const passed = (seconds: number) =>
  pool.query(`update control.attempts set made_at = made_at - interval '${seconds} s',
    free_at = free_at - interval '${seconds} s', gone_at = gone_at - interval '${seconds} s'`)

test('after some attempts each further one waits longer, to a bound, and none locks for ever', async (t) => {
  const take = () => openAttempts(pool).take('one', PACE)
  for (const _ of [1, 2, 3]) t.equal(await take(), null)
  for (const wait of [1, 2, 3, 3, 3]) {
    const told = (await take()) ?? 0
    t.ok(told <= wait * 3_600 && told > wait * 3_600 - 600, `${told} of ${wait} h`)
    await passed(wait * 3_600)
    t.equal(await take(), null)
  }
})

test('attempts at one time all count', async (t) => {
  const attempts = openAttempts(pool)
  const told = await Promise.all(Array.from({ length: 20 }, () => attempts.take('at once', PACE)))
  t.equal(told.filter((wait) => wait === null).length, 3)
})

test('a refusal is remembered, and forgotten with the attempts', async (t) => {
  const attempts = openAttempts(pool)
  for (const _ of [1, 2, 3]) await attempts.take('known', PACE)
  t.ok(await attempts.take('known', PACE))
  await passed(3_600)
  t.ok(await attempts.take('known', PACE), 'Postgres was not asked')
  await attempts.forget('known')
  t.equal(await attempts.take('known', PACE), null)
})

test('rows go without anybody signing in', async (t) => {
  const attempts = openAttempts(pool)
  const pace = { ...PACE, forgetMs: 1_000 }
  for (let n = 0; n < 40; n++) await attempts.take(`stranger ${n}`, pace)
  await passed(30 * 24 * 3_600)
  for (let n = 0; n < 10; n++) await attempts.take(`later ${n}`, pace)
  const { rows } = await pool.query('select key from control.attempts')
  t.same(
    rows.map(({ key }) => key.split(' ')[0]).filter((name) => name !== 'later'),
    [],
  )
})

test('an attempt is forgotten after each period', async (t) => {
  const take = () => openAttempts(pool).take('slowly', PACE)
  for (const _ of [1, 2, 3]) t.equal(await take(), null)
  await passed(24 * 3_600 * 3)
  for (const _ of [1, 2, 3]) t.equal(await take(), null)
  t.ok(await take())
})
