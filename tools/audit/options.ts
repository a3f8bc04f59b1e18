import { parseArgs } from 'node:util'
import { type Range, readBound } from '../range.ts'
import { UsageError } from '../run-tool.ts'

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

/** @throws UsageError */
export function auditOptions(args: readonly string[]): AuditOptions | 'help' {
  const { help, connection = null, strict = false, resume = null, ...range } = parsed(args)
  if (help) return 'help'
  if (connection !== null && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(connection))
    throw new UsageError('--connection takes the id of a connection')
  const from = readBound('from', range.from)
  return { from, to: readBound('to', range.to), connection, strict, resume }
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = { from: text, to: text, connection: text, resume: text, strict: flag, help: flag }
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}
