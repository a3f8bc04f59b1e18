import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { sleep } from '@recado/infra/concurrency/sleep'
import { type Log, startNative } from '../supervision/native-process.ts'

const MAX_ROUNDS = 5
const PAUSE_MS = 3_000

/** The first program of that name on the PATH or in the system's folders; not every PATH has Debian's /usr/sbin. */
export function searchProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...folders, '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((folder) => join(folder, name))
    .find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Installs the distribution's package of a program, which usually has the program's name, when we are root and have
 * apt. The package lists of a fresh container are empty, hence the update between two rounds. Another process, such as
 * another test, may be installing it at this moment: apt is then locked, and the program appears soon.
 */
export async function installProgram(name: string, log: Log, packageName = name): Promise<void> {
  const apt = searchProgram('apt-get')
  if (apt === undefined || process.getuid?.() !== 0) return
  log(`${name} was not found: installing the package with apt-get`)
  const lock = ['-o', 'DPkg::Lock::Timeout=120']
  const words = [...lock, 'install', '-y', '--no-install-recommends', packageName]
  for (let round = 0; round < MAX_ROUNDS && !searchProgram(name); round++) {
    if (await run(apt, words, log)) return
    await run(apt, [...lock, 'update'], log)
    await sleep(PAUSE_MS)
  }
}

async function run(command: string, args: string[], log: Log): Promise<boolean> {
  const noninteractive = ['DEBIAN_FRONTEND=noninteractive', command, ...args]
  const running = await startNative({ command: '/usr/bin/env', args: noninteractive, log })
  return (await running.ended).endsWith('exit code 0')
}
