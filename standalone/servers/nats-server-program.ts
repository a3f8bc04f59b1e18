import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Log, startNative } from '../supervision/native-process.ts'

/**
 * Absolute path of `nats-server`: `wanted` (NATS_SERVER), else the first on the PATH or in the system's
 * folders, else installed now from the distribution's packages when we are root and have apt.
 * @throws with what to do, when there is none and none can be installed
 */
export async function natsServerProgram(wanted: string | undefined, log: Log): Promise<string> {
  const named = wanted === undefined ? search('nats-server') : namedProgram(wanted)
  if (named) return named
  await install(log)
  const installed = search('nats-server')
  if (installed) return installed
  throw new Error(
    'nats-server was not found: install it (Debian and Ubuntu: apt-get install nats-server; macOS: brew install nats-server; others: https://nats.io/download), name it in NATS_SERVER, or set NATS_URL to a server of your own with JetStream',
  )
}

function namedProgram(program: string): string {
  if (executable(program)) return program
  throw new Error(
    `NATS_SERVER names ${program}, which cannot be executed: name the nats-server program`,
  )
}

/** Debian installs it in /usr/sbin, which is not on everybody's PATH. */
function search(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...folders, '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((folder) => join(folder, name))
    .find(executable)
}

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const ROUNDS = 5
const PAUSE_MS = 3_000

/**
 * The package lists of a fresh container are empty, hence the update between two rounds; and somebody else, such
 * as another test, may be installing it at this moment: then apt is locked, and the program soon there.
 */
async function install(log: Log): Promise<void> {
  const apt = search('apt-get')
  if (apt === undefined || process.getuid?.() !== 0) return
  log('nats-server was not found: installing the package with apt-get')
  const lock = ['-o', 'DPkg::Lock::Timeout=120']
  const words = [...lock, 'install', '-y', '--no-install-recommends', 'nats-server']
  for (let round = 0; round < ROUNDS && !search('nats-server'); round++) {
    if (await run(apt, words, log)) return
    await run(apt, [...lock, 'update'], log)
    await delay(PAUSE_MS)
  }
}

async function run(command: string, args: string[], log: Log): Promise<boolean> {
  const noninteractive = ['DEBIAN_FRONTEND=noninteractive', command, ...args]
  const running = await startNative({ command: '/usr/bin/env', args: noninteractive, log })
  return (await running.ended).endsWith('exit code 0')
}
