import { openPatientLog } from '@recado/infra/event-store/patient-log'
import { openPatientVault } from '../patience.ts'
import { progressTo } from '../progress.ts'
import type { Console } from '../run-tool.ts'
import { toolConfig } from '../tool-config.ts'
import { BOUNDS, type ExportBounds, type ExportJob, exportLog } from './export-log.ts'
import { lockFolder } from './lock-folder.ts'
import type { Manifest } from './manifest.ts'
import { makeFolder, openFolder } from './open-folder.ts'
import { readOptions, USAGE } from './options.ts'
import { endPosition } from './span.ts'

/** A required setting that this tool does not use. */
const UNUSED = { DATABASE_URL: 'postgres://unused' }

/** Without personal data the export needs no keys. */
const NO_KEYS = {
  VAULT_URL: 'postgres://unused',
  VAULT_KEY: Buffer.alloc(32).toString('base64'),
}

const INTERRUPTED = 130

/** @param signal interrupts it; a further run continues @returns the exit code @throws UsageError */
export async function exportTool(
  console: Console,
  signal: AbortSignal,
  bounds: ExportBounds = BOUNDS,
): Promise<number> {
  const { args, env, print, note } = console
  if (args.includes('--help')) {
    await print(USAGE)
    return 0
  }
  const { request, out } = readOptions(args)
  const isFull = request.content === 'full'
  const config = await toolConfig({ ...env, ...UNUSED, ...(isFull ? {} : NO_KEYS) })
  await makeFolder(out)
  const release = await lockFolder(out)
  const vault = openPatientVault(config)
  const store = openPatientLog(config.EVENTSTORE_URL, isFull ? vault.factKeys : undefined)
  try {
    const manifest = await openFolder(out, request, () => endPosition(store, request))
    await continueExport(console, { store, folder: out, manifest, signal, bounds })
    if (manifest.done) await print(summary(manifest))
    else note('interrupted; run the same command again to continue')
    return manifest.done ? 0 : INTERRUPTED
  } finally {
    await release()
    await store.close()
    await vault.close()
  }
}

async function continueExport({ note }: Console, job: Omit<ExportJob, 'onFact' | 'onReconnect'>) {
  const { last, end_position, done } = job.manifest
  if (done) return note(`${job.folder} has the whole export already; nothing was read`)
  if (last !== null) note(`continuing after position ${last.position}`)
  await exportLog({
    ...job,
    onFact: progressTo(BigInt(end_position ?? 0), note),
    onReconnect: (error) => note(`reading the log again: ${String(error)}`),
  })
  const { manifest } = job
  if (manifest.done && manifest.last !== null)
    note(`the next export goes on with --from ${manifest.last.position}`)
}

function summary({ files }: Manifest): string {
  const facts = files.reduce((sum, { rows }) => sum + rows, 0)
  return `${facts} facts in ${files.length} files`
}
