import { join } from 'node:path'
import { sleep } from '@recado/infra/concurrency/sleep'
import { endLeftover } from '../supervision/leftover.ts'
import {
  type Log,
  type NativeProcess,
  type SystemUser,
  startNative,
  whileStarting,
} from '../supervision/native-process.ts'
import { freePort } from './free-port.ts'
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts'
import { type PostgresData, postgresData } from './postgres-data.ts'
import { postgresUser } from './postgres-user.ts'
import { withClient } from './with-client.ts'

/** The log lines worth showing; the others are those of a healthy Postgres. */
export const PROBLEM_LINE = /^(FATAL|PANIC|WARNING):(?!.*starting up)/

/** A running Postgres server with durable settings, on loopback. */
export type EmbeddedPostgres = {
  pid: number
  port: number
  /** Address of a database: `postgres://postgres:…@127.0.0.1:port/database`. */
  url(database: string): string
  createDatabase(name: string): Promise<void>
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>
  /** Resolves when the server has ended, on request or not, with a line that says how. */
  ended: Promise<string>
}

export type PostgresOptions = {
  dataDir: string
  /** 0, or a port that is taken, is replaced by a free one. */
  port: number
  log: Log
  /** Override the durable settings, such as `fsync=off` where the data need not outlive the machine. */
  settings?: readonly string[]
  stopping?: AbortSignal
}

/**
 * Starts the Postgres server that npm installed, on the cluster in `dataDir`, which it creates when missing. A server
 * that a killed start left on the same data is ended first.
 * @throws with advice, when no server can run here
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const user = await postgresUser()
  const binaries = await postgresBinaries(user, options.log)
  const data = await postgresData({ ...options, binaries, user })
  const { server, port, url } = await startServer(binaries, data, user, options)
  return {
    pid: server.pid,
    port,
    url,
    createDatabase: (name) => createDatabase(url('postgres'), name),
    stop: () => server.stop('SIGINT', 30_000),
    ended: server.ended,
  }
}

type Running = { server: NativeProcess; port: number; url(database: string): string }

/**
 * Tries three times: a free port may be taken before the server binds it, and children of a killed server hold its
 * shared memory for a moment.
 */
async function startServer(
  { postgres }: PostgresBinaries,
  { cluster, password }: PostgresData,
  user: SystemUser | undefined,
  { port: wanted, log, settings = [], stopping }: PostgresOptions,
): Promise<Running> {
  const pidFile = join(cluster, 'postmaster.pid')
  await endLeftover({ pidFile, words: ['postgres', cluster], signal: 'SIGINT', log })
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(wanted)
    const args = [
      '-D',
      cluster,
      '-p',
      String(port),
      ...[...SETTINGS, ...settings].flatMap((each) => ['-c', each]),
    ]
    const server = await startNative({ command: postgres, args, user, log })
    const url = (database: string) =>
      `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
    const serving = waitUntilServing(url('postgres'), server)
    const end = await whileStarting(server, 'SIGINT', stopping, serving)
    if (end === undefined) return { server, port, url }
    if (attempt === 3 || stopping?.aborted) throw new Error(`${end}: the lines above say why`)
    await sleep(1_000)
  }
}

/** Durable, and small enough for a laptop. Sockets in the file system would need a shared folder. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  'fsync=on',
  'full_page_writes=on',
  'synchronous_commit=on',
  'jit=off',
  'timezone=UTC',
  'log_checkpoints=off',
  'log_line_prefix=',
]

/**
 * Waits until the server accepts connections, which after a crash includes its recovery.
 * @returns how the server ended, if it ended instead
 */
async function waitUntilServing(url: string, server: NativeProcess): Promise<string | undefined> {
  let end: string | undefined
  void server.ended.then((line) => {
    end = line
  })
  while (end === undefined) {
    const ready = await withClient(url, async () => undefined).then(
      () => true,
      () => false,
    )
    if (ready) return undefined
    await sleep(25)
  }
  return end
}

async function createDatabase(url: string, name: string): Promise<void> {
  await withClient(url, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  })
}
