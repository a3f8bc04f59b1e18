import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { UsageError } from '../run-tool.ts'
import type { AuditOptions } from './options.ts'

export type Totals = {
  readonly events: number
  readonly differences: number
  readonly unprovable: number
}

/** Everything up to and including this position is done. */
export type Done = { readonly position: bigint | null; readonly totals: Totals }

const NOTHING: Done = { position: null, totals: { events: 0, differences: 0, unprovable: 0 } }

/** Keeps the progress of an audit in a file; without one, nowhere. */
export type Resume = {
  readonly done: Done
  save(done: Done): Promise<void>
  /** Call it when the audit is complete: the next one starts anew. */
  forget(): Promise<void>
}

/** @throws UsageError when the file is of an audit with other options */
export async function openResume(options: AuditOptions): Promise<Resume> {
  const { resume: file } = options
  if (file === null)
    return { done: NOTHING, save: async () => undefined, forget: async () => undefined }
  const asked = askedFor(options)
  return {
    done: await readDone(file, asked),
    async save({ position, totals }) {
      const text = JSON.stringify({ asked, position: String(position), totals })
      await writeFile(`${file}.new`, `${text}\n`)
      await rename(`${file}.new`, file)
    },
    forget: () => rm(file, { force: true }),
  }
}

async function readDone(file: string, asked: string): Promise<Done> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new UsageError(`--resume ${file} cannot be read: ${error.message}`)
  })
  if (text === null) return NOTHING
  const saved = parsed(text)
  if (saved?.asked !== asked)
    throw new UsageError(
      `--resume ${file} is not of an audit with these options; name another file, or remove it`,
    )
  return { position: BigInt(saved.position), totals: saved.totals }
}

type Saved = { readonly asked: string; readonly position: string; readonly totals: Totals }

/** Null for what no audit has written. */
function parsed(text: string): Saved | null {
  try {
    const { asked, position, totals } = asRecord(JSON.parse(text))
    const numbers = Object.keys(NOTHING.totals).map((name) => asRecord(totals)[name])
    const isSaved = /^\d+$/.test(String(position)) && numbers.every(Number.isSafeInteger)
    return isSaved ? ({ asked, position, totals } as Saved) : null
  } catch {
    return null
  }
}

function askedFor({ from, to, connection, strict }: AuditOptions): string {
  const numbers = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  return JSON.stringify({ from, to, connection, strict }, numbers)
}
