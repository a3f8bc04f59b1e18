import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '../servers/postgres.ts'
import { isRunning } from '../supervision/leftover.ts'
import { onlyStart } from '../supervision/only-start.ts'

/** A server with the databases of an embedded installation. */
export type OwnPostgres = {
  /** The address of a database. */
  url(database: string): string
  /** Makes the database unless it exists. */
  createDatabase(name: string): Promise<void>
}

/** What a Postgres in good health says is no news. */
const NEWS = /^(FATAL|PANIC|WARNING):(?!.*starting up)/

/**
 * Works on the Postgres that runs in the folder of an embedded installation, or on one that is started for it.
 * @throws when nothing was ever kept there
 */
export async function overPostgres<T>(
  dataDir: string,
  work: (url: OwnPostgres['url']) => Promise<T>,
): Promise<T> {
  const cluster = join(dataDir, 'postgres', 'cluster')
  const isThere = await stat(join(cluster, 'PG_VERSION')).catch(() => null)
  if (isThere === null) throw new Error(`nothing is kept in ${dataDir}`)
  const running = await runningOn(await realpath(cluster))
  return running ? work(running) : overStopped(dataDir, ({ url }) => work(url))
}

/**
 * Works on the folder's Postgres while nothing else runs there; it is made when there is none.
 * @throws when an installation runs there
 */
export async function overStopped<T>(
  dataDir: string,
  work: (postgres: OwnPostgres) => Promise<T>,
): Promise<T> {
  const giveUp = await onlyStart(dataDir)
  try {
    const log = (line: string) => void (NEWS.test(line) && process.stderr.write(`${line}\n`))
    const server = await startPostgres({ dataDir: join(dataDir, 'postgres'), port: 0, log })
    try {
      return await work(server)
    } finally {
      await server.stop()
    }
  } finally {
    await giveUp()
  }
}

/** Postgres tells its process and port in a file. */
async function runningOn(cluster: string): Promise<OwnPostgres['url'] | null> {
  const told = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port] = told.split('\n')
  if (!port || !(await isRunning(Number(pid), ['postgres', cluster]))) return null
  const password = await readFile(join(cluster, '..', 'password'), 'utf8')
  return (database) => `postgres://postgres:${password}@127.0.0.1:${port.trim()}/${database}`
}
