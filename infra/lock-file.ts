import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'

/** The result of locking: held by us, with the way to release it, or held by the process with this id. */
export type LockFile = { readonly by: 'us'; release(): Promise<void> } | { readonly by: number }

/**
 * Locks a file that contains the id of the process that holds it. The file of a process that has ended is replaced.
 * @param lives whether a process with this id runs and may hold the file
 */
export async function acquireLockFile(
  file: string,
  lives: (pid: number) => boolean | Promise<boolean>,
): Promise<LockFile> {
  while (!(await createLockFile(file))) {
    const other = await holderOf(file)
    if (other > 1 && other !== process.pid && (await lives(other))) return { by: other }
    await releaseLockFile(file, other)
  }
  return { by: 'us', release: () => releaseLockFile(file, process.pid) }
}

/** Removes the lock file of a process. A file that another process holds by now is put back. */
export async function releaseLockFile(file: string, from: number): Promise<void> {
  const aside = `${file}.${process.pid}.gone`
  const isThere = await rename(file, aside).then(
    () => true,
    (error) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return false
    },
  )
  if (!isThere) return
  if ((await holderOf(aside)) !== from) await link(aside, file).catch(() => undefined)
  await rm(aside, { force: true })
}

/** 0 when there is no such file. */
async function holderOf(file: string): Promise<number> {
  return Number(await readFile(file, 'utf8').catch(() => '')) || 0
}

/** Creates the file if there is none; returns whether it did. The link makes the file appear complete, so nobody reads half of it. */
async function createLockFile(file: string): Promise<boolean> {
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
