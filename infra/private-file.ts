import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes JSON that only its owner may read. A reader sees all of the old text or all of the new one, even with several
 * writers at once and after a power failure.
 */
export async function writePrivate(file: string, content: unknown): Promise<void> {
  const next = `${file}.${randomUUID()}.new`
  try {
    await writeFile(next, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true })
    await rename(next, file)
  } catch (error) {
    // On a full disk each attempt would leave a file.
    await rm(next, { force: true })
    throw error
  }
  await flushFolder(dirname(file))
}

/** Flushes a folder, so that new names in it are on disk. File systems that refuse this do not need it. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().catch(() => undefined)
  await handle.close()
}

/** The JSON in a file; `undefined` when there is no such file. @throws naming the file, when it is not JSON */
export async function readPrivate<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file} is damaged: bring it back from a copy`)
  }
}
