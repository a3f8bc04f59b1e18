import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { acquireLockFile } from '@recado/infra/lock-file'
import { isRunning } from './leftover.ts'

/**
 * Makes this the only start on `dataDir`. @returns how to release it
 * @throws when another start runs there: we would end its servers
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 }).catch((error) =>
    cannotWrite(dataDir, error),
  )
  const held = await acquireLockFile(join(dataDir, 'standalone.pid'), isAnotherStart).catch(
    (error) => cannotWrite(dataDir, error),
  )
  if (held.by !== 'us')
    throw new Error(
      `Recado already runs on ${dataDir} (process ${held.by}): stop it first, or set RECADO_DATA_DIR to another folder`,
    )
  return held.release
}

/** Our parent is excluded: the shell of npm has our words in its command line too. */
async function isAnotherStart(pid: number): Promise<boolean> {
  return pid !== process.ppid && (await isRunning(pid, ['standalone']))
}

function cannotWrite(dataDir: string, { code }: NodeJS.ErrnoException): never {
  throw new Error(
    `cannot write to ${dataDir} (${code}): make it writable, or set RECADO_DATA_DIR to another folder`,
  )
}
