import { parseOptions, readConnection } from '../parse-options.ts'
import { type Range, readBound } from '../range.ts'

/** What an audit is asked for. */
export type AuditOptions = Range & {
  /** Only what concerns this connection. */
  readonly connection: string | null
  /** A fact of an older translation is a difference. */
  readonly strict: boolean
  /** Where it remembers how far it is. */
  readonly resume: string | null
}

export const USAGE = `npm run audit -- [--from <time or position>] [--to <time or position>] [--connection <id>]
                [--strict] [--resume <file>]

Proves each provider's signature again from the kept bytes of the raw events, translates them again, and compares with
the facts that stand recorded. Reads only. Each line on standard output is one finding as JSON; the last one counts.
Exit code 0: no differences; 1: differences; 2: not understood; 3: could not go on.`

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const OPTIONS = {
  from: text,
  to: text,
  connection: text,
  resume: text,
  strict: flag,
  help: flag,
} as const

/** @throws UsageError */
export function auditOptions(args: readonly string[]): AuditOptions | 'help' {
  const {
    help,
    connection,
    strict = false,
    resume = null,
    ...range
  } = parseOptions(args, OPTIONS, USAGE)
  if (help) return 'help'
  const from = readBound('from', range.from)
  return {
    from,
    to: readBound('to', range.to),
    connection: readConnection(connection),
    strict,
    resume,
  }
}
