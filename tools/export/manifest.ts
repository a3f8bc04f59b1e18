import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request } from './options.ts'

/** A file of the export. While it grows, its rows stand as lines in `<name>.ndjson.part`. */
export type FileEntry = {
  readonly category: string
  /** Without the ending, such as message-000001. */
  readonly name: string
  rows: number
  /** Of the lines, in bytes. */
  bytes: number
  /** No line follows. */
  closed: boolean
  /** Of the finished file, in bytes; null until then. */
  size: number | null
}

/** How far an export is. All it tells of is on disk; what is on disk besides is written again. */
export type Manifest = {
  readonly format_version: 1
  readonly request: Request
  /** The last position that may be part of it, decided when it began; null in an empty log. */
  readonly end_position: string | null
  /** Whether the first fact at or after a `--from` in time was met. */
  begun: boolean
  /** The last fact that was looked at, to go on behind it; null before the first. */
  last: { readonly position: string; readonly event_id: string } | null
  /** Nothing is left to do. */
  done: boolean
  readonly files: FileEntry[]
}

const NAME = 'manifest.json'
/** Left behind where the process ended while it wrote the manifest. */
export const MANIFEST_DRAFT = 'manifest.json.draft'

/** Null when the folder has none. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    return JSON.parse(await readFile(join(folder, NAME), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Replaces the manifest in one step, and puts it and all names of the folder safely on disk. */
export async function saveManifest(folder: string, manifest: Manifest): Promise<void> {
  const draft = join(folder, MANIFEST_DRAFT)
  await synced(draft, 'w', (file) => file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`))
  await rename(draft, join(folder, NAME))
  await synced(folder, 'r', async () => undefined)
}

/** Opens a file, does something to it, and waits until that is on disk. */
export async function synced(
  path: string,
  flags: string,
  act: (file: Awaited<ReturnType<typeof open>>) => Promise<unknown>,
): Promise<void> {
  const file = await open(path, flags)
  try {
    await act(file)
    await file.sync()
  } finally {
    await file.close()
  }
}
