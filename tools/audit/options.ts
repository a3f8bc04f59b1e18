import { type LogScope, readLogScope, SCOPE_OPTIONS } from '../log-scope.ts'
import { parseOptions } from '../parse-options.ts'

/** What the command line of an audit says. */
export type AuditOptions = LogScope & {
  /** Whether a fact of an older translation is a difference. */
  readonly strict: boolean
  /** The file for the progress; null for none. */
  readonly resume: string | null
}

export const USAGE = `npm run audit -- [--from <time or position>] [--to <time or position>] [--connection <id>]
                [--strict] [--resume <file>]

Verifies the providers' signatures again on the stored bytes of the raw events, translates the events again, and compares
the result with the recorded facts. Checks of every event that its stream has no gap before it, that its data has the form
of its type, and that its cause exists. Changes nothing. Each line on standard output is a finding as JSON; the last line
has the totals.
--connection: only events of this connection.
--strict: a fact that an older translation recorded is a difference too.
--resume: saves the progress in this file; the same command continues there after an interruption.
Exit code 0: no differences; 1: differences; 2: wrong options; 3: could not finish.`

const OPTIONS = {
  ...SCOPE_OPTIONS,
  resume: { type: 'string' },
  strict: { type: 'boolean' },
} as const

/** @throws UsageError */
export function auditOptions(args: readonly string[]): AuditOptions | 'help' {
  const options = parseOptions(args, OPTIONS, USAGE)
  if (options.help) return 'help'
  const { strict = false, resume = null } = options
  return { ...readLogScope(options), strict, resume }
}
