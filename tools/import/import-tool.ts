import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { parseOptions } from '../parse-options.ts'
import { progressTo } from '../progress.ts'
import { type Console, FAILED, UsageError } from '../run-tool.ts'
import { copyLog } from './copy-log.ts'

const USAGE = `npm run import -- --from-url <esdb://…> --to-url <esdb://…>

Copies a log into an empty one, event by event: ids, streams, revisions and the integer ids of the API stay the same. Run it
while the product runs, as often as you like; then stop every process, run it once more, and start them with the other log
and an empty database of read models. After an interruption run the same command again.
Exit code 0: everything is copied; 2: wrong options; 3: could not finish.`

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
  const [{ store: from }, { store: to }] = [connectEventStore(fromUrl), connectEventStore(toUrl)]
  try {
    const onRead = progressTo((await from.head()) ?? 0n, console.note)
    const { copied, earlier } = await copyLog({ from, to, signal, onRead })
    await console.print(`${copied} events copied, ${earlier} were copied before`)
    if (!signal.aborted) return 0
    console.note('interrupted; run the same command again to continue')
    return FAILED
  } finally {
    await Promise.all([from.close(), to.close()])
  }
}
