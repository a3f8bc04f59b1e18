import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'

/**
 * Writes JSON that only its owner may read; a reader sees the old text or all of the new one, also when several
 * write at once.
 */
export async function writePrivate(file: string, content: unknown): Promise<void> {
  const next = `${file}.${randomUUID()}.new`
  await writeFile(next, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(next, file)
}

/** The JSON in a file; `undefined` when there is no such file. */
export async function readPrivate<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : JSON.parse(text)
}
