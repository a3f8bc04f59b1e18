import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { UsageError } from '../run-tool.ts'
import type { AuditOptions } from './options.ts'

/** How many events were checked, and what was found. */
export type Totals = {
  readonly events: number
  readonly differences: number
  readonly unprovable: number
}

/** Everything up to and including the position is checked; null before the first event. */
export type Progress = { readonly position: bigint | null; readonly totals: Totals }

const NO_PROGRESS: Progress = {
  position: null,
  totals: { events: 0, differences: 0, unprovable: 0 },
}

/** Saves the progress of an audit in a file; without a file, nowhere. */
export type Resume = {
  readonly progress: Progress
  save(progress: Progress): Promise<void>
  /** Call it when the audit is complete: the next one starts anew. */
  forget(): Promise<void>
}

/** @throws UsageError when the file is of an audit with other options */
export async function openResume(options: AuditOptions): Promise<Resume> {
  const { resume: file } = options
  if (file === null)
    return { progress: NO_PROGRESS, save: async () => undefined, forget: async () => undefined }
  const wanted = optionsText(options)
  return {
    progress: await readProgress(file, wanted),
    async save({ position, totals }) {
      const text = JSON.stringify({ options: wanted, position: String(position), totals })
      await writeFile(`${file}.new`, `${text}\n`)
      await rename(`${file}.new`, file)
    },
    forget: () => rm(file, { force: true }),
  }
}

async function readProgress(file: string, wanted: string): Promise<Progress> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new UsageError(`--resume ${file} cannot be read: ${error.message}`)
  })
  if (text === null) return NO_PROGRESS
  const saved = parseSaved(text)
  if (saved?.options !== wanted)
    throw new UsageError(
      `--resume ${file} is not of an audit with these options; name another file, or remove it`,
    )
  return { position: BigInt(saved.position), totals: saved.totals }
}

type Saved = { readonly options: string; readonly position: string; readonly totals: Totals }

/** Null for what no audit has written. */
function parseSaved(text: string): Saved | null {
  try {
    const { options, position, totals } = asRecord(JSON.parse(text))
    const numbers = Object.keys(NO_PROGRESS.totals).map((name) => asRecord(totals)[name])
    const isSaved = /^\d+$/.test(String(position)) && numbers.every(Number.isSafeInteger)
    return isSaved ? ({ options, position, totals } as Saved) : null
  } catch {
    return null
  }
}

function optionsText({ from, to, connection, strict }: AuditOptions): string {
  const numbers = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  return JSON.stringify({ from, to, connection, strict }, numbers)
}
