import { type LogScope, readLogScope, SCOPE_OPTIONS } from '../log-scope.ts'
import { parseOptions } from '../parse-options.ts'
import { UsageError } from '../run-tool.ts'
import type { SealOptions } from './seals/seal-audit-command.ts'

/** What the command line of an audit says. */
export type AuditOptions = LogScope & {
  /** Whether a fact of an older translation is a difference. */
  readonly strict: boolean
  /** The file for the progress; null for none. */
  readonly resume: string | null
  /** What an audit of the trees of hashes is compared with; null for an audit of facts. */
  readonly seals: SealOptions | null
}

export const USAGE = `npm run audit -- [--from <time or position>] [--to <time or position>] [--connection <id>]
                [--strict] [--resume <file>]
       npm run audit -- --seals [--checkpoint <file>]... [--key <public key>]... [--account <id>] [--resume <file>]

Verifies the providers' signatures again on the stored bytes of the raw events, translates the events again, and compares
the result with the recorded facts. Checks of every event that its stream has no gap before it, that its data has the form
of its type, and that its cause exists. Changes nothing. Each line on standard output is a finding as JSON; the last line
has the totals.
--connection: only events of this connection.
--strict: a fact that an older translation recorded is a difference too.
--seals: builds the trees of hashes again from the whole log instead, and names each fact that was changed, removed,
inserted or moved since it was sealed. Only --checkpoint, a checkpoint that somebody else holds, proves that nobody sealed
a changed log anew; --key is the public key that somebody else holds.
--account: only the tree of this account; \`installation\` for what belongs to none.
--resume: saves the progress in this file; the same command continues there after an interruption.
Exit code 0: no differences; 1: differences; 2: wrong options; 3: could not finish.`

const OPTIONS = {
  ...SCOPE_OPTIONS,
  resume: { type: 'string' },
  strict: { type: 'boolean' },
  seals: { type: 'boolean' },
  checkpoint: { type: 'string', multiple: true },
  key: { type: 'string', multiple: true },
  account: { type: 'string' },
} as const

const read = (args: readonly string[]) => parseOptions(args, OPTIONS, USAGE)

/** @throws UsageError */
export function auditOptions(args: readonly string[]): AuditOptions | 'help' {
  const options = read(args)
  if (options.help) return 'help'
  const { strict = false, resume = null } = options
  return { ...readLogScope(options), strict, resume, seals: sealOptions(options) }
}

const OF_SEALS = ['checkpoint', 'key', 'account'] as const
const OF_FACTS = ['from', 'to', 'connection', 'strict'] as const

function sealOptions(options: ReturnType<typeof read>): SealOptions | null {
  const others = options.seals ? OF_FACTS : OF_SEALS
  const wrong = others.find((name) => options[name] !== undefined)
  if (wrong !== undefined)
    throw new UsageError(`--${wrong} ${options.seals ? 'does not go with' : 'belongs to'} --seals`)
  const { checkpoint: checkpoints = [], key: keys = [], account = null } = options
  return options.seals ? { checkpoints, keys, account } : null
}
