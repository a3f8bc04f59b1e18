import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { NO_SEAL_PROGRESS, type SealProgress } from '@recado/application/seal/audit/seal-progress'
import { asList, asRecord } from '@recado/domain/provider-event/loose-json'
import { everyFiveSeconds } from '@recado/infra/progress'
import { UsageError } from '../../run-tool.ts'

/** Saves the progress of an audit in a file; without a file, nowhere. */
export type SealResume = {
  readonly from: SealProgress
  /** At most every five seconds, because it writes a line for each tree. */
  save(progress: () => SealProgress, isLast: boolean): Promise<void>
  /** Call it when the audit is complete: the next one starts anew. */
  forget(): Promise<void>
}

/** @param options what the audit was asked for, in one text @throws UsageError when the file is of another audit */
export async function openSealResume(file: string | null, options: string): Promise<SealResume> {
  if (file === null)
    return { from: NO_SEAL_PROGRESS, save: async () => undefined, forget: async () => undefined }
  const isDue = everyFiveSeconds()
  return {
    from: await readSealProgress(file, options),
    async save(progress, isLast) {
      if (isDue() === null && !isLast) return
      await writeFile(`${file}.new`, `${textOf(options, progress())}\n`)
      await rename(`${file}.new`, file)
    },
    forget: () => rm(file, { force: true }),
  }
}

async function readSealProgress(file: string, options: string): Promise<SealProgress> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new UsageError(`--resume ${file} cannot be read: ${error.message}`)
  })
  if (text === null) return NO_SEAL_PROGRESS
  const saved = parsed(text)
  if (saved.seals !== options)
    throw new UsageError(
      `--resume ${file} is not of an audit with these options; name another file, or remove it`,
    )
  const { head, position, totals, trees } = saved
  return { head, position, totals, trees: new Map(asList(trees) as []) } as SealProgress
}

function textOf(options: string, { trees, ...progress }: SealProgress): string {
  const numbers = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)
  return JSON.stringify({ seals: options, ...progress, trees: [...trees] }, numbers)
}

/** Empty for what no audit has written. */
function parsed(text: string): Readonly<Record<string, unknown>> {
  const numbers = (_: string, value: unknown) =>
    typeof value === 'string' && /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value
  try {
    return asRecord(JSON.parse(text, numbers))
  } catch {
    return {}
  }
}
