import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../run-tool.ts'

/** Names the process that writes to the folder. */
export const LOCK = 'export.pid'

/**
 * Makes this process the only one that writes to the folder; answers how to give it up.
 * @throws UsageError when another one does
 */
export async function onlyExport(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, LOCK)
  const claim = () => writeFile(path, `${process.pid}\n`, { flag: 'wx' })
  await claim().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    const other = Number(await readFile(path, 'utf8'))
    if (isRunning(other))
      throw new UsageError(
        `process ${other} exports to ${folder}; if that is another program, delete ${path}`,
      )
    // Of an export that was killed.
    await rm(path, { force: true })
    await claim()
  })
  return () => rm(path, { force: true })
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1 || pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
