import { writeFile } from 'node:fs/promises'
import { findKnownFact } from '@recado/application/seal/find-known-fact'
import { NO_PROOF, type NoProof, proveFact, storedBytes } from '@recado/application/seal/prove-fact'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { readLogBegun } from '@recado/infra/event-store/log-base'
import { type Run, runOn } from '@recado/infra/postgres/run'
import { parseOptions, UUID } from '../parse-options.ts'
import { progressTo } from '../progress.ts'
import { type Console, UsageError } from '../run-tool.ts'
import { withServices } from '../services.ts'
import { toolConfig } from '../tool-config.ts'

const USAGE = `npm run proof -- <event id> [--to <file>]

Writes a proof that the event is in the log, which everybody can verify who has a checkpoint's public key:
node examples/verify-proof.mjs <file> <public key>. It holds the stored event, unless the person that it is about was
erased. --to: the file; <event id>.tlog-proof by default.
Exit code 0: written; 1: there is no proof (yet), and why; 2: wrong options; 3: could not finish.`

const OPTIONS = { to: { type: 'string' }, help: { type: 'boolean' } } as const

const REASONS: Readonly<Record<NoProof | 'unknown', string>> = {
  unknown: 'the log has no such event',
  no_leaf: NO_PROOF.no_leaf,
  not_sealed_yet: `${NO_PROOF.not_sealed_yet}; run npm run checkpoint`,
  altered: `${NO_PROOF.altered}; run npm run audit -- --seals`,
}

/** @returns the exit code @throws UsageError */
export async function proofTool(console: Console): Promise<number> {
  const [id = '', ...rest] = console.args
  const { to = `${id}.tlog-proof`, help } = parseOptions(
    id.startsWith('-') ? console.args : rest,
    OPTIONS,
    USAGE,
  )
  if (help) {
    await console.print(USAGE)
    return 0
  }
  if (!UUID.test(id)) throw new UsageError(USAGE)
  const config = await toolConfig(console.env)
  const proof = await withServices(config, async ({ store, pool }) => {
    const run = runOn(pool)
    const fact = await findFact(store, run, id, console.note)
    const logBase = (await readLogBegun(store))?.log_base ?? 0
    return fact === null
      ? ({ missing: 'unknown' } as const)
      : proveFact({ storedOf: (of) => storedBytes(store, of), run, logBase }, fact)
  })
  if ('missing' in proof) {
    console.note(REASONS[proof.missing])
    return 1
  }
  await writeFile(to, proof.text)
  await console.print(to)
  return 0
}

/** Read models know the positions of some events; for any other the whole log is searched, the newest first. */
async function findFact(
  store: Pick<EventStore, 'readAll' | 'head'>,
  run: Run,
  id: string,
  note: (line: string) => void,
): Promise<RecordedEvent | null> {
  const known = await findKnownFact(store, run, id)
  if (known !== null) return known
  const noteProgress = progressTo(null, note)
  for await (const fact of store.readAll({ from: 'end', direction: 'backwards' })) {
    if (fact.id === id) return fact
    noteProgress(fact.position)
  }
  return null
}
