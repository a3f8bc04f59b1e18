import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { eventually } from './eventually.ts'
import { NODE_FLAGS } from './node-flags.ts'
import { postgresAddressFile, testRunPid } from './test-run.ts'

/** A separate database for one test. */
export type TestDatabase = { url: string; drop(): Promise<void> }

/**
 * Creates an empty database on the Postgres server of this test run. The first caller starts the server, and it stops
 * at the end of the run. `RECADO_TEST_POSTGRES_URL` names another server, whose user must be allowed to create databases.
 */
export async function testDatabase(prefix: string): Promise<TestDatabase> {
  const server = process.env.RECADO_TEST_POSTGRES_URL ?? (await serverOfThisRun())
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  await run(server, `create database "${name}" strategy file_copy`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => run(server, `drop database if exists "${name}" with (force)`),
  }
}

/** A copy of a database that nobody is connected to. */
export async function copiedDatabase(of: string): Promise<TestDatabase> {
  const copy = await testDatabase('copy')
  const nameOf = (url: string) => new URL(url).pathname.slice(1)
  const server = Object.assign(new URL(of), { pathname: '/postgres' }).href
  await run(server, `drop database "${nameOf(copy.url)}"`)
  await run(server, `create database "${nameOf(copy.url)}" template "${nameOf(of)}"`)
  return copy
}

const addressFile = postgresAddressFile(testRunPid)

async function serverOfThisRun(): Promise<string> {
  await startUnlessStarted()
  const { url, error } = await eventually(async () =>
    JSON.parse(await readFile(addressFile, 'utf8')),
  )
  if (error) throw new Error(`the Postgres server of the tests did not start:\n${error}`)
  return url
}

/** Test files run in parallel: the process that creates the lock file starts the server. */
async function startUnlessStarted(): Promise<void> {
  const lock = await open(`${addressFile}.lock`, 'wx').catch(() => undefined)
  if (!lock) return
  await lock.close()
  const program = fileURLToPath(new URL('./postgres-cluster.ts', import.meta.url))
  const child = spawn(process.execPath, [...NODE_FLAGS, program, String(testRunPid), addressFile], {
    detached: true,
    stdio: 'ignore',
  })
  child.unref()
}

async function run(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
