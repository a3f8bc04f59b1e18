import { everyFiveSeconds, progressLine } from '@recado/infra/progress'

/** Call it with the position of each event. @param more what else to note, such as what was found */
export type NoteProgress = (position: bigint, more?: string) => void

/**
 * Notes every five seconds how far work has come in the log. The share is one of positions, because nobody has counted
 * the facts ahead.
 * @param end the position of the last event; null when it is unknown
 */
export function progressTo(
  end: bigint | null,
  note: (line: string) => void,
  clock = () => performance.now(),
): NoteProgress {
  const due = everyFiveSeconds(clock)
  let facts = 0
  let start: bigint | null = null
  return (position, more) => {
    start ??= position
    facts += 1
    const seconds = due()
    if (seconds === null) return
    const done = end === null ? null : share(start, position, end)
    const did = `${formatCount(facts)} facts read${more === undefined ? '' : `: ${more}`}`
    note(progressLine({ did, rate: formatCount(facts / seconds), done, seconds }))
  }
}

function share(start: bigint, position: bigint, end: bigint): number {
  return end > start ? Math.min(1, Number(position - start) / Number(end - start)) : 1
}

function formatCount(n: number): string {
  return Math.round(n).toLocaleString('en')
}
