import { readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PROBLEM_LINE, startPostgres } from '../servers/postgres.ts'
import { isRunning } from '../supervision/leftover.ts'
import { lockDataDir } from '../supervision/lock-data-dir.ts'

/** The Postgres of an embedded installation. */
export type OwnPostgres = {
  url(database: string): string
  createDatabase(name: string): Promise<void>
}

/**
 * Works on the Postgres that runs on the folder of an embedded installation, or starts one on it.
 * @throws when the folder has no Postgres data
 */
export async function withPostgres<T>(
  dataDir: string,
  work: (url: OwnPostgres['url']) => Promise<T>,
): Promise<T> {
  const cluster = join(dataDir, 'postgres', 'cluster')
  const isThere = await stat(join(cluster, 'PG_VERSION')).catch(() => null)
  if (isThere === null)
    throw new Error(`${dataDir} has no data of npm start; name its data folder in RECADO_DATA_DIR`)
  const running = await findRunning(await realpath(cluster))
  return running ? work(running) : withStoppedPostgres(dataDir, ({ url }) => work(url))
}

/**
 * Works on the folder's Postgres while nothing else runs there; creates its data when there is none.
 * @throws when an installation runs on the folder
 */
export async function withStoppedPostgres<T>(
  dataDir: string,
  work: (postgres: OwnPostgres) => Promise<T>,
): Promise<T> {
  const release = await lockDataDir(dataDir)
  try {
    const log = (line: string) =>
      void (PROBLEM_LINE.test(line) && process.stderr.write(`${line}\n`))
    const server = await startPostgres({ dataDir: join(dataDir, 'postgres'), port: 0, log })
    try {
      return await work(server)
    } finally {
      await server.stop()
    }
  } finally {
    await release()
  }
}

/** The running server of the cluster, by the process id and port in its `postmaster.pid`; null when none runs. */
async function findRunning(cluster: string): Promise<OwnPostgres['url'] | null> {
  const lines = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port] = lines.split('\n')
  if (!port || !(await isRunning(Number(pid), ['postgres', cluster]))) return null
  const password = await readFile(join(cluster, '..', 'password'), 'utf8')
  return (database) => `postgres://postgres:${password}@127.0.0.1:${port.trim()}/${database}`
}
