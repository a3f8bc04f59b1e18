import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'

/** A lock file that contains the id of the process that holds it. */
export type Held = { readonly by: 'us'; release(): Promise<void> } | { readonly by: number }

/** @param lives whether a process with this id runs and may hold the file @returns releases it, or names the holder */
export async function holdFile(
  file: string,
  lives: (pid: number) => boolean | Promise<boolean>,
): Promise<Held> {
  while (!(await claimFile(file))) {
    const other = await holderOf(file)
    if (other > 1 && other !== process.pid && (await lives(other))) return { by: other }
    await takeAway(file, other)
  }
  return { by: 'us', release: () => takeAway(file, process.pid) }
}

/** Removes the lock file of a process that ended. A file that another process holds by now is put back. */
export async function takeAway(file: string, from: number): Promise<void> {
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

/** Whether the file is ours now. The link makes the file appear with its content, so nobody reads half of it. */
async function claimFile(file: string): Promise<boolean> {
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
