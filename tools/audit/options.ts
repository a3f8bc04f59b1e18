import { type LogScope, readLogScope, SCOPE_OPTIONS } from '../log-scope.ts'
import { parseOptions } from '../parse-options.ts'

export type AuditOptions = LogScope & {
  /** Whether a fact of an older translation is a difference. */
  readonly strict: boolean
  readonly resume: string | null
}

export const USAGE = `npm run audit -- [--from <time or position>] [--to <time or position>] [--connection <id>]
                [--strict] [--resume <file>]

Proves the providers' signatures again from the kept bytes of the raw events, translates these again, and compares the
result with the recorded facts. Read-only. Each line on standard output is a finding as JSON; the last line has the totals.
Exit code 0: no differences; 1: differences; 2: wrong options; 3: could not finish.`

const OPTIONS = {
  ...SCOPE_OPTIONS,
  resume: { type: 'string' },
  strict: { type: 'boolean' },
} as const

export function auditOptions(args: readonly string[]): AuditOptions | 'help' {
  const options = parseOptions(args, OPTIONS, USAGE)
  if (options.help) return 'help'
  const { strict = false, resume = null } = options
  return { ...readLogScope(options), strict, resume }
}
