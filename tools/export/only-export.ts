import { join } from 'node:path'
import { acquireLockFile } from '@recado/infra/lock-file'
import { UsageError } from '../run-tool.ts'

export const LOCK = 'export.pid'

/** Makes this process the only one that writes to the folder. @returns how to end that @throws UsageError */
export async function onlyExport(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, LOCK)
  const held = await acquireLockFile(path, isRunning)
  if (held.by !== 'us')
    throw new UsageError(
      `process ${held.by} exports to ${folder}; if that is another program, delete ${path}`,
    )
  return held.release
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
