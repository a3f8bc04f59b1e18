import { writeFile } from 'node:fs/promises'
import { type NoProof, proveFact } from '@recado/application/seal/prove-fact'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { readLogBegun } from '@recado/infra/event-store/log-base'
import { type Run, runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
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
  no_leaf: 'the event is about the log itself, and is not sealed',
  not_sealed_yet: 'no checkpoint covers the event yet; run npm run checkpoint',
  altered: 'the event is not the one that was sealed; run npm run audit -- --seals',
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
      : proveFact({ store, run, logBase }, fact)
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
  const known = await run<{ at: number }>(sql`
    select log_id as at from outbound_events where id = ${id}
    union all select log_id from raw_events where id = ${id}`)
  for (const { at } of known) {
    const fact = await eventAt(store, BigInt(at))
    if (fact?.id === id) return fact
  }
  const noteProgress = progressTo(null, note)
  for await (const fact of store.readAll({ from: 'end', direction: 'backwards' })) {
    if (fact.id === id) return fact
    noteProgress(fact.position)
  }
  return null
}
