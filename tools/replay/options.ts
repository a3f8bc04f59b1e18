import { NARROWED, type Narrowed, readNarrowed } from '../narrowed.ts'
import { parseOptions } from '../parse-options.ts'
import { UsageError } from '../run-tool.ts'

/** What a replay is asked for. */
export type ReplayOptions = Narrowed & {
  /** Records; otherwise it only says what it would record. */
  readonly apply: boolean
  /** Webhooks tell of what is recorded. */
  readonly notify: boolean
}

export const USAGE = `npm run replay -- [--from <time or position>] [--to <time or position>] [--connection <id>]
                 [--apply [--notify]]

Says which raw events lack facts that the translation of today gives them; with --apply it records these facts, in the
operator's name. Webhooks tell of them only with --notify. Each line on standard output is one of them as JSON; the last
one counts. Exit code 0: nothing is left to record; 1: something is; 2: not understood; 3: could not go on.`

const OPTIONS = {
  ...NARROWED,
  apply: { type: 'boolean' },
  notify: { type: 'boolean' },
} as const

/** @throws UsageError */
export function replayOptions(args: readonly string[]): ReplayOptions | 'help' {
  const options = parseOptions(args, OPTIONS, USAGE)
  if (options.help) return 'help'
  const { apply = false, notify = false } = options
  if (notify && !apply) throw new UsageError('--notify tells of what --apply records; give both')
  return { ...readNarrowed(options), apply, notify }
}
