import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chown,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import {
  type Log,
  type SystemUser,
  startNative,
  whileStarting,
} from '../supervision/native-process.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

const run = promisify(execFile)

/** A cluster on disk: its folder, and the password of its only user, `postgres`. */
export type PostgresData = { cluster: string; password: string }

export type PostgresDataOptions = {
  dataDir: string
  binaries: PostgresBinaries
  user: SystemUser | undefined
  log: Log
  stopping?: AbortSignal
}

/** Opens the cluster in `dataDir`, and creates it when there is none or only an unfinished one. */
export async function postgresData(options: PostgresDataOptions): Promise<PostgresData> {
  const { dataDir, user, log } = options
  const root = await reachableFolder(resolve(dataDir), user, log)
  const cluster = join(root, 'cluster')
  const passwordFile = join(root, 'password')
  if (!(await exists(join(cluster, 'PG_VERSION')))) {
    log('creating a new Postgres cluster')
    const half = join(root, 'cluster.new')
    await rm(half, { recursive: true, force: true })
    const password = randomBytes(18).toString('base64url')
    await writeFile(passwordFile, password, { mode: 0o600, flush: true })
    if (user) await chown(passwordFile, user.uid, user.gid)
    await initialise(options, half, passwordFile)
    await rename(half, cluster)
  } else await assertReadable(cluster, options)
  return { cluster, password: await readFile(passwordFile, 'utf8') }
}

/** @throws with advice, when another release of Postgres made the cluster */
async function assertReadable(
  cluster: string,
  { binaries, user }: PostgresDataOptions,
): Promise<void> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  const { stdout } = await run(binaries.postgres, ['--version'], { ...user, cwd: '/' })
  const [ours] = /\d+/.exec(stdout) ?? []
  if (made !== ours)
    throw new Error(
      `${cluster} is of Postgres ${made}, and this release brings ${ours}: run npm run backup with the release that made it, then npm run restore with this one into an empty folder`,
    )
}

/**
 * Creates a cluster with the built-in locale C.UTF-8: bytewise order (fast, the same on every machine) with Unicode's
 * letter cases.
 * @throws with the output of initdb
 */
async function initialise(
  { binaries, user, stopping }: PostgresDataOptions,
  folder: string,
  passwordFile: string,
): Promise<void> {
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const words = [binaries.initdb, `--pgdata=${folder}`, '--encoding=UTF8', ...locale, ...access]
  const said: string[] = []
  const log = (line: string) => void said.push(line)
  const made = await startNative({
    command: '/usr/bin/env',
    args: ['LC_ALL=C', ...words],
    user,
    log,
  })
  // Not SIGINT: initdb ignores that while it tries out settings.
  const end = await whileStarting(made, 'SIGTERM', stopping, made.ended)
  if (!end.endsWith('exit code 0')) throw new Error([...said, `initdb: ${end}`].join('\n'))
}

/** The folder itself, or, when `user` cannot enter it, a system folder to which it is linked. */
async function reachableFolder(
  dataDir: string,
  user: SystemUser | undefined,
  log: Log,
): Promise<string> {
  await mkdir(dataDir, { recursive: true }).catch(() => undefined)
  if (!user) return dataDir
  const real = await realpath(dataDir)
  const root = (await isOpenToAll(dirname(real))) ? real : await linkToSystemFolder(dataDir, log)
  await chown(root, user.uid, user.gid)
  return root
}

/** Whether everyone may enter `folder` and all folders above it. */
async function isOpenToAll(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & 0o001) === 0) return false
  return folder === dirname(folder) || isOpenToAll(dirname(folder))
}

async function linkToSystemFolder(dataDir: string, log: Log): Promise<string> {
  await mkdir('/var/lib/recado', { recursive: true, mode: 0o755 })
  const root = await mkdtemp('/var/lib/recado/data-')
  await rmdir(dataDir)
  await symlink(root, dataDir)
  log(`Postgres keeps its data in ${root}: the user "postgres" may not enter ${dataDir}`)
  return root
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
