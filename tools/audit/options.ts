import { type LogScope, readLogScope, SCOPE_OPTIONS } from '../log-scope.ts'
import { parseOptions } from '../parse-options.ts'
import { UsageError } from '../run-tool.ts'
import type { Held } from './seals/seal-audit-command.ts'

/** What the command line of an audit says. */
export type AuditOptions = LogScope & {
  /** Whether a fact of an older translation is a difference. */
  readonly strict: boolean
  /** The file for the progress; null for none. */
  readonly resume: string | null
  /** What an audit of the trees of hashes is compared with; null for an audit of facts. */
  readonly seals: Held | null
}

export const USAGE = `npm run audit -- [--from <time or position>] [--to <time or position>] [--connection <id>]
                [--strict] [--resume <file>]
       npm run audit -- --seals [--checkpoint <file>]... [--key <public key>]...

Verifies the providers' signatures again on the stored bytes of the raw events, translates the events again, and compares
the result with the recorded facts. Checks of every event that its stream has no gap before it, that its data has the form
of its type, and that its cause exists. Changes nothing. Each line on standard output is a finding as JSON; the last line
has the totals.
--connection: only events of this connection.
--strict: a fact that an older translation recorded is a difference too.
--seals: builds the trees of hashes again from the whole log instead, and names each fact that was changed, removed,
inserted or moved since it was sealed. Only --checkpoint, a checkpoint that somebody else holds, proves that nobody sealed
a changed log anew; --key is the public key that somebody else holds.
--resume: saves the progress in this file; the same command continues there after an interruption.
Exit code 0: no differences; 1: differences; 2: wrong options; 3: could not finish.`

const OPTIONS = {
  ...SCOPE_OPTIONS,
  resume: { type: 'string' },
  strict: { type: 'boolean' },
  seals: { type: 'boolean' },
  checkpoint: { type: 'string', multiple: true },
  key: { type: 'string', multiple: true },
} as const

/** @throws UsageError */
export function auditOptions(args: readonly string[]): AuditOptions | 'help' {
  const options = parseOptions(args, OPTIONS, USAGE)
  if (options.help) return 'help'
  const { strict = false, resume = null, checkpoint = [], key = [] } = options
  if (!options.seals && checkpoint.length + key.length > 0)
    throw new UsageError('--checkpoint and --key belong to --seals')
  const seals = options.seals ? { checkpoints: checkpoint, keys: key } : null
  return { ...readLogScope(options), strict, resume, seals }
}
