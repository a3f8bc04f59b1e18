import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request } from './options.ts'

/** A file of the export. While it grows, its rows are lines of `<name>.ndjson.part`. */
export type FileEntry = {
  readonly category: string
  /** Without the extension, such as message-000001. */
  readonly name: string
  rows: number
  bytes: number
  closed: boolean
  /** Of the finished file, in bytes; null until then. */
  size: number | null
}

/** The progress of an export. What it lists is on disk; whatever else is on disk is written again. */
export type Manifest = {
  readonly format_version: 1
  readonly request: Request
  /** The last position that may be exported, fixed when the export began; null in an empty log. */
  readonly end_position: string | null
  /** Whether a fact at or after the time of `--from` has been read. */
  begun: boolean
  /** The last fact read, after which to continue; null before the first. */
  last: { readonly position: string; readonly event_id: string } | null
  done: boolean
  readonly files: FileEntry[]
}

const NAME = 'manifest.json'
/** A process that ends while it writes the manifest leaves this file behind. */
export const MANIFEST_DRAFT = 'manifest.json.draft'

/** The manifest of a folder; null when it has none. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  try {
    return JSON.parse(await readFile(join(folder, NAME), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Replaces the manifest in one step, and syncs it and the folder to disk. */
export async function saveManifest(folder: string, manifest: Manifest): Promise<void> {
  const draft = join(folder, MANIFEST_DRAFT)
  await withSyncedFile(draft, 'w', (file) =>
    file.writeFile(`${JSON.stringify(manifest, null, 2)}\n`),
  )
  await rename(draft, join(folder, NAME))
  await withSyncedFile(folder, 'r', async () => undefined)
}

/** Opens a file, acts on it, and syncs it to disk. @param flags as for `open` */
export async function withSyncedFile(
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
