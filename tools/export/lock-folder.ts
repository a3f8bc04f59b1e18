import { join } from 'node:path'
import { acquireLockFile } from '@recado/infra/lock-file'
import { UsageError } from '../run-tool.ts'

/** The file that names the process which exports to the folder. */
export const LOCK = 'export.pid'

/** Makes this process the only one that writes to the folder. @returns ends that @throws UsageError */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, LOCK)
  const lock = await acquireLockFile(path, isRunning)
  if (lock.by !== 'us')
    throw new UsageError(
      `process ${lock.by} exports to ${folder}; if that is another program, delete ${path}`,
    )
  return lock.release
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
