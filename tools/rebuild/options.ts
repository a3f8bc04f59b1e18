import { parseOptions } from '../parse-options.ts'
import { UsageError } from '../run-tool.ts'

/** What a rebuild is asked for. */
export type RebuildOptions = {
  readonly what: 'rebuild' | 'back' | 'release' | 'status'
  /** Goes on although the new tables say something else than the old ones. */
  readonly acceptsDifferences: boolean
  /** The log was restored: the old tables may tell of what it does not hold. */
  readonly isRestored: boolean
}

export const USAGE = `npm run rebuild -- [--accept-differences | --restored | --back | --release | --status]

Builds the read models anew from the log, beside those that are served, compares both at the same event, and puts the new
ones in the place of the old ones at once. Everything may run meanwhile. The old ones are kept. Interrupted, the same
command goes on.
--accept-differences: takes the new ones although they differ, as when a projection was corrected.
--restored: the log is another one or ends earlier, as after log_diverged; nothing can be compared then.
--back: puts the old ones back, after what happened since was added to them.
--release: drops whatever is not served.
--status: says which there are and how far they are.
Exit code 0: done; 1: they differ, and nothing was changed; 2: not understood; 3: could not go on.`

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
    throw new UsageError(`these do not go together\n\n${USAGE}`)
  return { what, acceptsDifferences, isRestored }
}
