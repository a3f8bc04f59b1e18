import { NARROWED, type Narrowed, readNarrowed } from '../narrowed.ts'
import { parseOptions } from '../parse-options.ts'

/** What an audit is asked for. */
export type AuditOptions = Narrowed & {
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

const OPTIONS = {
  ...NARROWED,
  resume: { type: 'string' },
  strict: { type: 'boolean' },
} as const

/** @throws UsageError */
export function auditOptions(args: readonly string[]): AuditOptions | 'help' {
  const options = parseOptions(args, OPTIONS, USAGE)
  if (options.help) return 'help'
  const { strict = false, resume = null } = options
  return { ...readNarrowed(options), strict, resume }
}
