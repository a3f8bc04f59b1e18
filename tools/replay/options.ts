import { type LogScope, readLogScope, SCOPE_OPTIONS } from '../log-scope.ts'
import { parseOptions } from '../parse-options.ts'
import { UsageError } from '../run-tool.ts'

export type ReplayOptions = LogScope & {
  /** Whether to record, or only to list. */
  readonly apply: boolean
  /** Whether webhooks report what is recorded. */
  readonly notify: boolean
}

export const USAGE = `npm run replay -- [--from <time or position>] [--to <time or position>] [--connection <id>]
                 [--apply [--notify]]

Lists the raw events that lack facts which today's translation gives; with --apply it records these facts, in the
operator's name. Webhooks report them only with --notify. Each line on standard output is one of them as JSON; the last
line has the totals. Exit code 0: nothing is left to record; 1: something is; 2: wrong options; 3: could not finish.`

const OPTIONS = {
  ...SCOPE_OPTIONS,
  apply: { type: 'boolean' },
  notify: { type: 'boolean' },
} as const

export function replayOptions(args: readonly string[]): ReplayOptions | 'help' {
  const options = parseOptions(args, OPTIONS, USAGE)
  if (options.help) return 'help'
  const { apply = false, notify = false } = options
  if (notify && !apply)
    throw new UsageError('--notify lets webhooks report what --apply records; give both')
  return { ...readLogScope(options), apply, notify }
}
