import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRunning } from './leftover.ts'

/**
 * Makes this the only start on `dataDir`; answers how to give it up.
 * @throws when another one runs there: it would lose its servers to us
 */
export async function onlyStart(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 }).catch((error) =>
    cannotWrite(dataDir, error),
  )
  const file = join(dataDir, 'standalone.pid')
  while (!(await claimed(file).catch((error) => cannotWrite(dataDir, error)))) {
    const other = Number(await readFile(file, 'utf8').catch(() => ''))
    if (other > 1 && other !== process.pid && (await isRunning(other, ['standalone']))) {
      throw new Error(
        `Recado already runs on ${dataDir} (process ${other}): stop it first, or set RECADO_DATA_DIR to another folder`,
      )
    }
    // Of a start that was killed.
    await rm(file, { force: true })
  }
  return () => rm(file, { force: true })
}

function cannotWrite(dataDir: string, { code }: NodeJS.ErrnoException): never {
  throw new Error(
    `cannot write to ${dataDir} (${code}): make it writable, or set RECADO_DATA_DIR to another folder`,
  )
}

/** Whether the file is ours now. It comes into being with its content, so that nobody reads half of it. */
async function claimed(file: string): Promise<boolean> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${process.pid}\n`)
  try {
    await link(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}
