import { personIds } from '@recado/application/person-ids'
import { DEADLINES } from '@recado/infra/deadlines'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { isOfOldForm } from '@recado/infra/event-store/old-form'
import { readIdSecret } from '@recado/infra/vault/id-secret'
import { openVault } from '@recado/infra/vault/open-vault'
import type { Vault } from '@recado/infra/vault/vault'
import { parseOptions } from '../parse-options.ts'
import { progressTo } from '../progress.ts'
import { type Console, FAILED, UsageError } from '../run-tool.ts'
import { toolConfig } from '../tool-config.ts'
import { type CopyJob, copyLog } from './copy-log.ts'
import { withKeyedRequests } from './keyed-requests.ts'
import { requireKnownIds } from './known-ids.ts'

const USAGE = `npm run import -- --from-url <esdb://…> --to-url <esdb://…>

Copies a log into an empty one, event by event: ids, streams, revisions and the integer ids of the API stay the same. Run it
while the product runs, as often as you like; then stop every process, run it once more, and start them with the other log
and an empty database of read models. The facts of a log from before facts were sealed are sealed with keys of the vault
that VAULT_URL and VAULT_KEY name: a copy of the log's own vault, the same one in each run. After an interruption run the same command again.
Exit code 0: everything is copied; 2: wrong options; 3: could not finish.`

/** Required settings that this tool does not use. */
const UNUSED = { EVENTSTORE_URL: 'esdb://unused', DATABASE_URL: 'postgres://unused' }

const OPTIONS = {
  'from-url': { type: 'string' },
  'to-url': { type: 'string' },
  help: { type: 'boolean' },
} as const

/** @param signal interrupts it; a further run continues @returns the exit code @throws UsageError */
export async function importTool(console: Console, signal: AbortSignal): Promise<number> {
  const { 'from-url': fromUrl, 'to-url': toUrl, help } = parseOptions(console.args, OPTIONS, USAGE)
  if (help) {
    await console.print(USAGE)
    return 0
  }
  if (fromUrl === undefined || toUrl === undefined || fromUrl === toUrl)
    throw new UsageError(`--from-url and --to-url must name two logs\n\n${USAGE}`)
  const ends: (() => Promise<void>)[] = []
  const opened = <T extends Closable>(part: T): T => {
    ends.push(() => part.close())
    return part
  }
  try {
    const { from, to } = await openLogs({ fromUrl, toUrl, env: console.env }, opened)
    const onRead = progressTo((await from.head()) ?? 0n, console.note)
    const { copied, earlier } = await copyLog({ from, to, signal, onRead })
    await console.print(`${copied} events copied, ${earlier} were copied before`)
    if (!signal.aborted) return 0
    console.note('interrupted; run the same command again to continue')
    return FAILED
  } finally {
    await Promise.all(ends.map((end) => end()))
  }
}

type Closable = { close(): Promise<void> }
type Places = { readonly fromUrl: string; readonly toUrl: string; readonly env: Console['env'] }

/** The logs as they are copied: facts of a log from before facts were sealed are keyed and sealed on the way. */
async function openLogs(
  { fromUrl, toUrl, env }: Places,
  opened: <T extends Closable>(part: T) => T,
): Promise<Pick<CopyJob, 'from' | 'to'>> {
  const from = opened(connectEventStore(fromUrl).store)
  if (!(await isOfOldForm(from))) return { from, to: opened(connectEventStore(toUrl).store) }
  const vault = opened(await ownVault(env))
  const ids = personIds(await readIdSecret(vault))
  await requireKnownIds(from, ids)
  const to = opened(connectEventStore(toUrl, { keys: vault.factKeys }).store)
  return { from: withKeyedRequests(from, ids), to }
}

/** The vault of the installation that will use the copy. @throws UsageError when nobody has named it */
async function ownVault(env: Console['env']): Promise<Vault> {
  if (!env.VAULT_URL || !env.VAULT_KEY)
    throw new UsageError(
      'the log is from before facts were sealed: set VAULT_URL and VAULT_KEY, the vault of the new installation, whose keys seal them',
    )
  return openVault(await toolConfig({ ...env, ...UNUSED }), { answerMs: DEADLINES.tool })
}
