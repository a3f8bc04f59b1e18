import { once } from 'node:events'
import { openPool } from '@recado/infra/postgres/pool'
import { transaction } from '@recado/infra/postgres/transaction'
import { isPostgresUnavailable } from '@recado/infra/postgres/unavailable'
import { test } from 'tap'
import { testDatabase } from '../kit/postgres.ts'
import { tcpProxy } from '../kit/tcp-proxy.ts'

test('a Postgres that stops answering is away within the time given, and back when it is', async (t) => {
  const database = await testDatabase('mute_postgres')
  const url = new URL(database.url)
  const wire = await tcpProxy(Number(url.port))
  url.port = String(wire.port)
  const pool = openPool(url.href, { max: 1, answerMs: 2_000 })
  t.teardown(async () => {
    await pool.end()
    await wire.close()
    await database.drop()
  })
  const one = () => pool.query('select 1 as one')
  t.match(await one(), { rows: [{ one: 1 }] })
  wire.muteOpen()
  t.ok(isPostgresUnavailable(await one().catch((error) => error)))
  t.match(await one(), { rows: [{ one: 1 }] }, 'the connection that said nothing is not used again')
  const within = transaction(pool, async (client) => {
    wire.muteOpen()
    await client.query('select 1')
  })
  t.ok(isPostgresUnavailable(await within.catch((error) => error)))
  t.match(await one(), { rows: [{ one: 1 }] })
})

test('a connection that breaks while somebody has it fails what is asked next, and nothing else', async (t) => {
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
    const ended = once(client, 'end')
    wire.cut()
    await ended
    await client.query('select 1')
  })
  await t.rejects(within)
  t.match(await pool.query('select 1 as one'), { rows: [{ one: 1 }] })
})
