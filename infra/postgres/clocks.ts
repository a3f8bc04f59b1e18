import type { Run } from './run.ts'
import { sql } from './sql.ts'

/** Clocks that are further apart are not synchronised. */
const APART_MS = 5 * 60_000

/** By this process's clock things are old that a server's clock calls new: nothing may be destroyed because of its age. */
class ClockAhead extends Error {
  constructor(ours: Date, theirs: Date) {
    super(
      `the clock of this process says ${ours.toISOString()} and that of Postgres ${theirs.toISOString()}: nothing is destroyed because of its age until they agree`,
    )
    this.name = 'ClockAhead'
  }
}

/**
 * The time by which may be decided what is old enough to be destroyed for good: one wrong clock destroys nothing. The
 * earlier of two clocks, because what is kept for too long can still be destroyed.
 * @throws ClockAhead when ours is the later one by minutes
 */
export function safeTime(ours: Date, theirs: Date): Date {
  if (ours.getTime() - theirs.getTime() > APART_MS) throw new ClockAhead(ours, theirs)
  return earlierOf(ours, theirs)
}

export function earlierOf(ours: Date, theirs: Date): Date {
  return ours < theirs ? ours : theirs
}

/** Whether our clock is so far behind that what is due has to wait. */
export function isBehind(ours: Date, theirs: Date): boolean {
  return theirs.getTime() - ours.getTime() > APART_MS
}

export async function postgresTime(run: Run): Promise<Date> {
  const [row] = await run<{ at: string }>(sql`select now() as at`)
  if (row === undefined) throw new Error('Postgres does not say what time it is')
  return new Date(row.at)
}
