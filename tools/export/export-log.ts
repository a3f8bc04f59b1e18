import { categoryOf } from '@recado/application/facts/category'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { type ExportFiles, type FileBounds, openFiles } from './export-files.ts'
import { type Manifest, saveManifest } from './manifest.ts'
import { rowOf } from './row.ts'
import { spanOf, startPosition } from './span.ts'
import { TABLES } from './tables.ts'
import { writeViews } from './views.ts'

/** After how many facts, or bytes of waiting lines, the export saves what it has. */
export type BatchBounds = { readonly facts: number; readonly bytes: number }

/** The bounds of an export; tests choose smaller ones. */
export const BOUNDS = {
  file: { rows: 1_000_000, bytes: 256 * 1024 * 1024 },
  batch: { facts: 10_000, bytes: 8 * 1024 * 1024 },
} as const satisfies ExportBounds

/** The bounds of an export. */
export type ExportBounds = { readonly file: FileBounds; readonly batch: BatchBounds }

/** What one export works with. */
export type ExportJob = {
  readonly store: EventStore
  readonly folder: string
  readonly manifest: Manifest
  readonly bounds: ExportBounds
  /** Interrupts the export: what was read is saved, and the next run continues there. */
  readonly signal: AbortSignal
  readonly onFact: (position: bigint) => void
  /** Receives the error that makes the export read the log again from where it was. */
  readonly onReconnect: (error: unknown) => void
}

/**
 * Completes the export in constant memory, with the same bytes however often it was interrupted. `manifest.done` says
 * whether it is complete.
 * @throws UsageError when it cannot continue in this log, StoreUnavailable
 */
export async function exportLog(job: ExportJob): Promise<void> {
  const { folder, manifest, signal } = job
  if (manifest.done) return
  const files = await openFiles(folder, manifest, job.bounds.file)
  const save = async () => {
    await files.write()
    await saveManifest(folder, manifest)
    await files.finish()
  }
  if (manifest.end_position !== null) await followLog(job, files, save)
  if (!signal.aborted) files.close()
  await save()
  if (signal.aborted) return
  await writeViews(folder, manifest)
  manifest.done = true
  await saveManifest(folder, manifest)
}

async function followLog(job: ExportJob, files: ExportFiles, save: () => Promise<void>) {
  const { facts, bytes } = job.bounds.batch
  const addFact = factAdder(job, files)
  let read = 0
  for await (const event of factsOf(job)) {
    if (addFact(event) === 'stop') return
    read += 1
    if (read < facts && files.waitingBytes() < bytes) continue
    await save()
    read = 0
  }
}

async function* factsOf({ store, manifest, signal, onReconnect }: ExportJob) {
  const { categories } = manifest.request
  const wanted = categories.length > 0 ? categories : Object.keys(TABLES)
  const filter = { streamPrefixes: wanted.map((category) => `${category}-`) }
  const from = await startPosition(store, manifest)
  const end = BigInt(manifest.end_position ?? -1)
  let last = typeof from === 'bigint' ? from : -1n
  for await (const item of store.subscribe({ from, filter, signal, onReconnect })) {
    if (item.kind === 'caught_up') return
    const { position } = item
    if (item.kind === 'event' && position > last) {
      last = position
      yield item.event
    }
    if (position >= end) return
  }
}

function factAdder({ manifest, onFact }: ExportJob, files: ExportFiles) {
  const { content } = manifest.request
  const verdictOf = spanOf(manifest)
  return (event: RecordedEvent) => {
    const verdict = verdictOf(event)
    if (verdict === 'stop') return verdict
    if (verdict === 'take')
      files.add(categoryOf(event.stream), JSON.stringify(rowOf(event, content)))
    manifest.last = { position: String(event.position), event_id: event.id }
    onFact(event.position)
    return verdict
  }
}
