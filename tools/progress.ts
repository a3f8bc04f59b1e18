import { everyFiveSeconds, progressLine } from '@recado/infra/progress'

/** Call it with the position of each event. @param did what was done so far; by default how many facts were read */
export type Passed = (position: bigint, did?: string) => void

/**
 * Tells every five seconds how far work has come along the log, and at its end. The part that is done is that of the
 * positions passed, as nobody has counted the facts ahead.
 * @param end the position of the last event; null when it is unknown
 */
export function progressTo(
  end: bigint | null,
  note: (line: string) => void,
  clock = () => performance.now(),
): Passed {
  const [begun, due] = [clock(), everyFiveSeconds(clock)]
  let facts = 0
  let start: bigint | null = null
  return (position, did) => {
    start ??= position
    facts += 1
    const seconds = due() ?? (position === end ? (clock() - begun) / 1_000 : null)
    if (seconds === null) return
    const done = end === null ? null : share(start, position, end)
    const rate = counted(facts / Math.max(seconds, 0.001))
    note(progressLine({ did: did ?? `${counted(facts)} facts read`, rate, done, seconds }))
  }
}

function share(start: bigint, position: bigint, end: bigint): number {
  return end > start ? Number(position - start) / Number(end - start) : 1
}

function counted(n: number): string {
  return Math.round(n).toLocaleString('en')
}
