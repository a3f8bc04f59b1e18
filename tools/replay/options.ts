import { type LogScope, readLogScope, SCOPE_OPTIONS } from '../log-scope.ts'
import { parseOptions } from '../parse-options.ts'
import { UsageError } from '../run-tool.ts'

/** What the command line of a replay says. */
export type ReplayOptions = LogScope & {
  /** Whether to record, or only to list. */
  readonly apply: boolean
  /** Whether webhooks report what is recorded. */
  readonly notify: boolean
}

export const USAGE = `npm run replay -- [--from <time or position>] [--to <time or position>] [--connection <id>]
                 [--apply [--notify]]

Lists what the current translation reads from raw events and the log lacks, or has otherwise because an older translation
misread a message. Each line on standard output is one of these as JSON; the last line has the totals.
--connection: only raw events of this connection.
--apply: records the missing facts, in the operator's name.
--notify: lets webhooks report them.
Exit code 0: nothing is left to record; 1: something is; 2: wrong options; 3: could not finish.`

const OPTIONS = {
  ...SCOPE_OPTIONS,
  apply: { type: 'boolean' },
  notify: { type: 'boolean' },
} as const

/** @throws UsageError */
export function replayOptions(args: readonly string[]): ReplayOptions | 'help' {
  const options = parseOptions(args, OPTIONS, USAGE)
  if (options.help) return 'help'
  const { apply = false, notify = false } = options
  if (notify && !apply)
    throw new UsageError('--notify lets webhooks report what --apply records; give both')
  return { ...readLogScope(options), apply, notify }
}
