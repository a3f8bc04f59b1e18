import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@recado/standalone/servers/postgres'
import { Client } from 'pg'
import { test } from 'tap'
import { testDatabase } from '../../kit/postgres.ts'

test('committed data survives a kill -9 of the server', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'recado-postgres-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))

  const first = await startPostgres({ dataDir, port: 0, log: () => undefined })
  await first.createDatabase('kept')
  await query(first.url('kept'), 'create table notes as select 1 as note')
  process.kill(first.pid, 'SIGKILL')
  t.match(await first.ended, /SIGKILL/)

  const second = await startPostgres({ dataDir, port: first.port, log: () => undefined })
  t.teardown(() => second.stop())
  await second.createDatabase('kept')
  t.strictSame(await query(second.url('kept'), 'select note from notes'), [{ note: 1 }])
})

test('a server left by a killed start is stopped, and its data is opened', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'recado-postgres-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))

  const left = await startPostgres({ dataDir, port: 0, log: () => undefined })
  const next = await startPostgres({ dataDir, port: 0, log: () => undefined })
  t.teardown(() => next.stop())
  t.match(await left.ended, /exit code 0/)
  t.strictSame(await query(next.url('postgres'), 'show fsync'), [{ fsync: 'on' }])
})

test('data of another Postgres release is refused with instructions', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'recado-postgres-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o755)
  await mkdir(join(dataDir, 'cluster'))
  await writeFile(join(dataDir, 'cluster', 'PG_VERSION'), '9\n')
  await writeFile(join(dataDir, 'password'), 'secret')
  await t.rejects(startPostgres({ dataDir, port: 0, log: () => undefined }), {
    message: /cluster is of Postgres 9, and this release brings \d+: run npm run backup/,
  })
})

test('a test database is empty, and removed when dropped', async (t) => {
  const database = await testDatabase('kit')
  t.strictSame(
    await query(database.url, 'select 1 from pg_tables where schemaname = $$public$$'),
    [],
  )
  await database.drop()
  await t.rejects(query(database.url, 'select 1'), /does not exist/)
})

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
