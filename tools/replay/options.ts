import { parseOptions, readConnection } from '../parse-options.ts'
import { type Range, readBound } from '../range.ts'
import { UsageError } from '../run-tool.ts'

/** What a replay is asked for. */
export type ReplayOptions = Range & {
  /** Only raw events of this connection. */
  readonly connection: string | null
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

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const OPTIONS = {
  from: text,
  to: text,
  connection: text,
  apply: flag,
  notify: flag,
  help: flag,
} as const

/** @throws UsageError */
export function replayOptions(args: readonly string[]): ReplayOptions | 'help' {
  const {
    help,
    connection,
    apply = false,
    notify = false,
    ...range
  } = parseOptions(args, OPTIONS, USAGE)
  if (help) return 'help'
  if (notify && !apply) throw new UsageError('--notify tells of what --apply records; give both')
  const from = readBound('from', range.from)
  return {
    from,
    to: readBound('to', range.to),
    connection: readConnection(connection),
    apply,
    notify,
  }
}
