import { rename, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileEntry, type Manifest, withSyncedFile } from './manifest.ts'
import { writeParquet } from './parquet.ts'
import { columnsOf } from './row.ts'
import { writeAll } from './write-all.ts'

/** After how many rows or bytes of lines a file is full. */
export type FileBounds = { readonly rows: number; readonly bytes: number }

/** The files of an export, as its manifest lists them. Added lines wait in memory until they are written. */
export type ExportFiles = {
  /** The bytes of the lines that wait. */
  waitingBytes(): number
  /** Adds a line to the last file of a category. */
  add(category: string, line: string): void
  /** Writes and syncs the waiting lines to disk. Save the manifest, which counts them, afterwards. */
  write(): Promise<void>
  /** Ends all files: a later line begins another one. */
  close(): void
  /** Gives the closed files their final form and name. Save the manifest that lists them before. */
  finish(): Promise<void>
}

type GrowingFile = { readonly entry: FileEntry; lines: string[]; written: number }

/** Opens the files of the manifest, and cuts off what was written beyond it. @throws Error when a file has less */
export async function openFiles(
  folder: string,
  manifest: Manifest,
  bounds: FileBounds,
): Promise<ExportFiles> {
  const paths = pathsIn(folder, manifest.request.format)
  for (const entry of manifest.files) await restore(entry, paths)
  const growing = new Map<string, GrowingFile>()
  let closed: GrowingFile[] = []
  let waiting = 0
  for (const entry of manifest.files)
    if (!entry.closed) growing.set(entry.category, { entry, lines: [], written: entry.bytes })

  const beginFile = (category: string): GrowingFile => {
    const file = { entry: nextEntry(manifest.files, category), lines: [], written: 0 }
    manifest.files.push(file.entry)
    growing.set(category, file)
    return file
  }
  const closeFile = (file: GrowingFile) => {
    file.entry.closed = true
    growing.delete(file.entry.category)
    closed.push(file)
  }
  return {
    waitingBytes: () => waiting,
    add(category, line) {
      const file = growing.get(category) ?? beginFile(category)
      const bytes = Buffer.byteLength(line) + 1
      file.lines.push(line)
      file.entry.rows += 1
      file.entry.bytes += bytes
      waiting += bytes
      if (file.entry.rows >= bounds.rows || file.entry.bytes >= bounds.bytes) closeFile(file)
    },
    async write() {
      for (const file of [...closed, ...growing.values()]) await append(file, paths)
      closed = []
      waiting = 0
    },
    close() {
      for (const file of [...growing.values()]) closeFile(file)
    },
    async finish() {
      for (const entry of manifest.files)
        if (entry.closed && entry.size === null) await complete(entry, paths)
    },
  }
}

function nextEntry(files: readonly FileEntry[], category: string): FileEntry {
  const number = files.filter((file) => file.category === category).length + 1
  const name = `${category}-${String(number).padStart(6, '0')}`
  return { category, name, rows: 0, bytes: 0, closed: false, size: null }
}

type Paths = ReturnType<typeof pathsIn>

function pathsIn(folder: string, format: 'parquet' | 'ndjson') {
  return {
    format,
    lines: ({ name }: FileEntry) => join(folder, `${name}.ndjson.part`),
    final: ({ name }: FileEntry) => join(folder, `${name}.${format}`),
  }
}

async function restore(entry: FileEntry, paths: Paths): Promise<void> {
  if (entry.closed) {
    entry.size ??= await sizeOf(paths.final(entry))
    if (entry.size !== null) return rm(paths.lines(entry), { force: true })
  }
  const path = paths.lines(entry)
  if (((await sizeOf(path)) ?? -1) < entry.bytes)
    throw new Error(`${path} has less than the manifest says; delete the folder and export again`)
  await truncate(path, entry.bytes)
}

async function append(file: GrowingFile, paths: Paths): Promise<void> {
  if (file.lines.length === 0) return
  const bytes = Buffer.from(`${file.lines.join('\n')}\n`)
  // 'w' empties a file of this name that the manifest does not list.
  await withSyncedFile(paths.lines(file.entry), file.written === 0 ? 'w' : 'r+', (handle) =>
    writeAll(handle, bytes, file.written),
  )
  file.written += bytes.length
  file.lines = []
}

async function complete(entry: FileEntry, paths: Paths): Promise<void> {
  const [lines, final] = [paths.lines(entry), paths.final(entry)]
  if (paths.format === 'ndjson') {
    await rename(lines, final)
  } else {
    await writeParquet(lines, `${final}.part`, columnsOf(entry.category))
    await rename(`${final}.part`, final)
    await rm(lines)
  }
  entry.size = await sizeOf(final)
}

async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found?.size ?? null
}
