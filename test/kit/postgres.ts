import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { eventually } from './eventually.ts'
import { NODE_FLAGS } from './node-flags.ts'
import { postgresAddressFile, testRunPid } from './test-run.ts'

/** A database of its own for one test. */
export type TestDatabase = { url: string; drop(): Promise<void> }

/**
 * Makes an empty database on the Postgres server of this test run, which the first caller starts and
 * the end of the run stops. `RECADO_TEST_POSTGRES_URL` names another server (its user may create
 * databases).
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

const addressFile = postgresAddressFile(testRunPid)

async function serverOfThisRun(): Promise<string> {
  await startUnlessStarted()
  const { url, error } = await eventually(
    async () => JSON.parse(await readFile(addressFile, 'utf8')),
    60_000,
  )
  if (error) throw new Error(`the Postgres server of the tests did not start:\n${error}`)
  return url
}

/** Test files run side by side: the one that can make the lock starts the server. */
async function startUnlessStarted(): Promise<void> {
  const lock = await open(`${addressFile}.lock`, 'wx').catch(() => undefined)
  if (!lock) return
  await lock.close()
  const program = fileURLToPath(new URL('./postgres-cluster.ts', import.meta.url))
  const child = spawn(process.execPath, [...NODE_FLAGS, program, String(testRunPid), addressFile], {
    detached: true,
    stdio: 'ignore',
    env: withoutTap(),
  })
  child.unref()
}

/** tap's variables would make the server's process believe that it is a test. */
function withoutTap(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^_?TAP/.test(name))
  return Object.fromEntries(kept)
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
