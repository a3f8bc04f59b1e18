import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning } from './leftover.ts'

/**
 * Makes this the only start on `dataDir`; answers how to give it up.
 * @throws when another one runs there: it would lose its servers to us
 */
export async function onlyStart(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const file = join(dataDir, 'standalone.pid')
  const other = Number(await readFile(file, 'utf8').catch(() => ''))
  if (other > 1 && other !== process.pid && (await isRunning(other, ['standalone']))) {
    throw new Error(
      `Recado already runs on ${dataDir} (process ${other}): stop it first, or set RECADO_DATA_DIR to another folder`,
    )
  }
  await writeFile(file, `${process.pid}\n`)
  return () => rm(file, { force: true })
}
