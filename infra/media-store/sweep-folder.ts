import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isUuid } from '../is-uuid.ts'

export type Swept = {
  /** Only what was last written before this time: younger files may be about to be named. */
  readonly before: Date
  /** Which of these files something names. */
  readonly known: (fileRefs: readonly string[]) => Promise<ReadonlySet<string>>
  readonly signal: AbortSignal
}

const UNFINISHED = '.part'

/** Removes what a crash left: unfinished files, and those that nothing names. What is not named as ours is left alone. */
export async function sweepFolder(folder: string, swept: Swept): Promise<void> {
  for (const part of await readdir(folder)) {
    if (swept.signal.aborted) return
    if (/^[\da-f]{2}$/.test(part)) await sweepPart(join(folder, part), swept)
  }
}

async function sweepPart(folder: string, { before, known }: Swept): Promise<void> {
  const names = (await readdir(folder)).filter((name) => isUuid(fileRefOf(name)))
  const kept = await known(names.filter(isUuid))
  for (const name of names) {
    if (kept.has(name)) continue
    const path = join(folder, name)
    if (await isOlder(path, before)) await rm(path, { force: true })
  }
}

function fileRefOf(name: string): string {
  return name.endsWith(UNFINISHED) ? name.slice(0, -UNFINISHED.length) : name
}

/** Whether it was last written before a time; false when it is gone. */
async function isOlder(path: string, time: Date): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && found.mtime < time
}
