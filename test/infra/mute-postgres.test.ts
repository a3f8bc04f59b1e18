import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { POOL_USES } from '@recado/application/services'
import { makeWhenMissing } from '@recado/infra/postgres/make-when-missing'
import { openPool } from '@recado/infra/postgres/pool'
import { transaction } from '@recado/infra/postgres/transaction'
import { isPostgresUnavailable } from '@recado/infra/postgres/unavailable'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { testDatabase } from '../kit/postgres.ts'
import { standStill } from '../kit/stand-still.ts'
import { tcpProxy } from '../kit/tcp-proxy.ts'

test('a Postgres that stops answering counts as unavailable after a time-out, and is used again when it answers', async (t) => {
  const database = await testDatabase('mute_postgres')
  const url = new URL(database.url)
  const wire = await tcpProxy(Number(url.port))
  url.port = String(wire.port)
  const pool = openPool(url.href, { max: 1, answerMs: 5_000 })
  t.teardown(async () => {
    await pool.end()
    await wire.close()
    await database.drop()
  })
  const one = () => pool.query('select 1 as one')
  t.match(await one(), { rows: [{ one: 1 }] })
  wire.muteOpen()
  t.ok(isPostgresUnavailable(await one().catch((error) => error)))
  t.match(await one(), { rows: [{ one: 1 }] }, 'the silent connection is not used again')
  const within = transaction(pool, async (client) => {
    wire.muteOpen()
    await client.query('select 1')
  })
  t.ok(isPostgresUnavailable(await within.catch((error) => error)))
  t.match(await one(), { rows: [{ one: 1 }] })
})

test('an answer that came while this process stood still is read, and its connection kept', async (t) => {
  const database = await testDatabase('stalled_postgres')
  const pool = openPool(database.url, { max: 1, answerMs: 1_000 })
  t.teardown(async () => {
    await pool.end()
    await database.drop()
  })
  const backend = () => pool.query('select pg_backend_pid() as pid').then(({ rows }) => rows[0].pid)
  const before = await backend()
  const [meanwhile] = await Promise.all([backend(), turn().then(() => standStill(1_500))])
  t.equal(meanwhile, before)
  const within = transaction(pool, async (client) => {
    const answer = client.query('select pg_backend_pid() as pid')
    await turn()
    standStill(1_500)
    return (await answer).rows[0].pid
  })
  t.equal(await within, before)
})

test('the pool of every process has a time-out for answers', async (t) => {
  for (const [kind, use] of Object.entries(POOL_USES)) {
    t.ok(use.answerMs > 0 && use.answerMs <= 75_000, kind)
    if (kind === 'projectors') t.ok(use.answerMs > 60_000, "longer than Postgres' own time-out")
  }
})

test('a connection that breaks while in use fails its next statement and nothing else', async (t) => {
  const database = await testDatabase('broken_postgres')
  const url = new URL(database.url)
  const wire = await tcpProxy(Number(url.port))
  url.port = String(wire.port)
  const pool = openPool(url.href, { max: 1 })
  t.teardown(async () => {
    await pool.end()
    await wire.close()
    await database.drop()
  })
  const within = transaction(pool, async (client) => {
    // Not `once` of Node: it would also listen for the error, which nothing else may do here.
    const ended = new Promise<void>((resolve) => client.once('end', resolve))
    wire.cut()
    await ended
    await client.query('select 1')
  })
  await t.rejects(within)
  t.match(await pool.query('select 1 as one'), { rows: [{ one: 1 }] })
})

test('a control table of an older release gets its missing columns and keeps its rows', async (t) => {
  const database = await testDatabase('older_table')
  const folder = await mkdtemp(join(tmpdir(), 'recado-ddl-'))
  const pool = openPool(database.url, { max: 1 })
  t.teardown(async () => {
    await pool.end()
    await database.drop()
    await rm(folder, { recursive: true })
  })
  const ddl = pathToFileURL(join(folder, 'notes.sql'))
  const first = 'create table if not exists notes (id integer primary key);'
  await writeFile(ddl, first)
  await makeWhenMissing(pool, ddl, () => pool.query('insert into notes (id) values (1)'))
  await writeFile(ddl, `${first} alter table notes add column if not exists note text;`)
  await makeWhenMissing(pool, ddl, () => pool.query("insert into notes (id, note) values (2, 'b')"))
  t.match(await pool.query('select * from notes order by id'), {
    rows: [
      { id: 1, note: null },
      { id: 2, note: 'b' },
    ],
  })
})

test('a statement whose caller gave up is cancelled in Postgres too', async (t) => {
  const database = await testDatabase('late_statements')
  const pool = openPool(database.url, { max: 1, answerMs: 1_000 })
  const patient = openPool(database.url, { max: 1 })
  t.teardown(async () => {
    await pool.end()
    await patient.end()
    await database.drop()
  })
  const slow = await pool.query('select pg_sleep(3600)').catch((error) => error)
  t.ok(isPostgresUnavailable(slow))
  const running = () =>
    patient.query("select from pg_stat_activity where state = 'active' and query like '%(3600)'")
  t.ok(await eventually(async () => (await running()).rowCount === 0))
  const { rows } = await patient.query('show statement_timeout')
  t.same(rows, [{ statement_timeout: '1min' }], 'a pool without a time-out for answers')
})
