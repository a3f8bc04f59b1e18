import { parseOptions } from '../parse-options.ts'
import { UsageError } from '../run-tool.ts'

/** What the command line of a rebuild says. */
export type RebuildOptions = {
  readonly what: 'rebuild' | 'back' | 'release' | 'status'
  /** Whether to continue although the new tables differ. */
  readonly acceptsDifferences: boolean
  /** The log was restored: the old tables may show what it does not hold. */
  readonly isRestored: boolean
}

export const USAGE = `npm run rebuild -- [--accept-differences | --restored | --back | --release | --status]

Builds the read models anew from the log, beside those that are served, compares both at the same event, and exchanges
them in one step. The product may run meanwhile. The old ones are kept. After an interruption run the same command again.
--accept-differences: takes the new ones although they differ, as when a projection was corrected.
--restored: the log is another one or ends earlier, as after log_diverged; then nothing is compared.
--back: brings the old ones up to date and puts them back.
--release: drops those of this release that are not served.
--status: lists them all, and how far they are.
Exit code 0: done; 1: they differ, and nothing was changed; 2: wrong options; 3: could not finish.`

const flag = { type: 'boolean' } as const
const OPTIONS = {
  'accept-differences': flag,
  restored: flag,
  back: flag,
  release: flag,
  status: flag,
  help: flag,
} as const

/** @throws UsageError */
export function rebuildOptions(args: readonly string[]): RebuildOptions | 'help' {
  const given = parseOptions(args, OPTIONS, USAGE)
  if (given.help) return 'help'
  const { 'accept-differences': acceptsDifferences = false, restored: isRestored = false } = given
  const others = (['back', 'release', 'status'] as const).filter((name) => given[name])
  const [what = 'rebuild', more] = others
  if (more !== undefined || (what !== 'rebuild' && (acceptsDifferences || isRestored)))
    throw new UsageError(
      `choose only one of --back, --release and --status, without other options\n\n${USAGE}`,
    )
  return { what, acceptsDifferences, isRestored }
}
