import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { SystemUser } from '../supervision/native-process.ts'

const run = promisify(execFile)

/**
 * The user Postgres runs as: `undefined` (our own) unless we are root, which Postgres refuses; then the system user
 * `postgres`, created when it is missing.
 */
export async function postgresUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  return (await lookUp()) ?? (await createUser())
}

async function lookUp(): Promise<SystemUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')])
    return { uid, gid }
  } catch {
    return undefined
  }
}

async function idOf(flag: '-u' | '-g'): Promise<number> {
  return Number.parseInt((await run('id', [flag, 'postgres'])).stdout, 10)
}

async function createUser(): Promise<SystemUser> {
  await run('useradd', ['--system', '--user-group', '--shell', '/bin/false', 'postgres']).catch(
    () => undefined,
  )
  const user = await lookUp()
  if (user) return user
  throw new Error(
    'Postgres refuses to run as root and the user "postgres" could not be created: run as another user, create that user, or set DATABASE_URL to a server of your own',
  )
}
