import type { Log } from '../supervision/native-process.ts'
import { installProgram, isExecutable, searchProgram } from './installed-program.ts'

/**
 * Absolute path of `nats-server`: `wanted` (NATS_SERVER), else the first on the PATH or in the system's folders, else
 * installed now from the distribution's packages when we are root and have apt.
 * @throws with advice, when there is none and none can be installed
 */
export async function natsServerProgram(wanted: string | undefined, log: Log): Promise<string> {
  const named = wanted === undefined ? searchProgram('nats-server') : namedProgram(wanted)
  if (named) return named
  await installProgram('nats-server', log)
  const installed = searchProgram('nats-server')
  if (installed) return installed
  throw new Error(
    'nats-server was not found: install it (Debian and Ubuntu: apt-get install nats-server; macOS: brew install nats-server; others: https://nats.io/download), name it in NATS_SERVER, or set NATS_URL to a server of your own with JetStream',
  )
}

function namedProgram(program: string): string {
  if (isExecutable(program)) return program
  throw new Error(
    `NATS_SERVER names ${program}, which cannot be executed: name the nats-server program`,
  )
}
