import { parseArgs } from 'node:util'
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

/** @throws UsageError */
export function replayOptions(args: readonly string[]): ReplayOptions | 'help' {
  const { help, connection = null, apply = false, notify = false, ...range } = parsed(args)
  if (help) return 'help'
  if (notify && !apply) throw new UsageError('--notify tells of what --apply records; give both')
  if (connection !== null && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(connection))
    throw new UsageError('--connection takes the id of a connection')
  const from = readBound('from', range.from)
  return { from, to: readBound('to', range.to), connection, apply, notify }
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = { from: text, to: text, connection: text, apply: flag, notify: flag, help: flag }
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}
