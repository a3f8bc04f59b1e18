const EVERY_MS = 5_000

/**
 * Call the result with the position of each fact. The remaining time follows from the share of positions passed, as
 * nobody has counted the facts ahead.
 */
export function progressTo(end: bigint, note: (line: string) => void): (position: bigint) => void {
  const begun = performance.now()
  let [facts, reportedAt]: [number, number] = [0, begun]
  let start: bigint | null = null
  return (position) => {
    start ??= position
    facts += 1
    const now = performance.now()
    if (now - reportedAt < EVERY_MS && position !== end) return
    reportedAt = now
    const seconds = (now - begun) / 1_000
    note(progressLine({ facts, seconds, done: share(start, position, end) }))
  }
}

function share(start: bigint, position: bigint, end: bigint): number {
  return end > start ? Number(position - start) / Number(end - start) : 1
}

/** @param progress.done the part that is done, 0 to 1 */
export function progressLine(progress: { facts: number; seconds: number; done: number }): string {
  const { facts, seconds, done } = progress
  const count = (n: number) => Math.round(n).toLocaleString('en')
  const left = done > 0 ? `, about ${duration((seconds / done) * (1 - done))} left` : ''
  const rate = `${count(facts / seconds)} a second`
  return `${count(facts)} facts read, ${rate}, ${Math.floor(done * 100)} % of the way${left}`
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3_600).toFixed(1)} h`
}
