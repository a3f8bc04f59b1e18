import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Logger } from '@recado/infra/logger'
import { everyFiveSeconds, progressLine } from '@recado/infra/progress'
import type { Checkpoint } from './checkpoint.ts'

type ProgressDeps = { readonly store: Pick<EventStore, 'head'>; readonly log: Pick<Logger, 'info'> }

/**
 * Logs every five seconds how far a projector has read that was behind, such as one that fills new read models.
 * @returns call it after each batch until the end of the log is reached
 */
export function readingProgress(
  { store, log }: ProgressDeps,
  from: Checkpoint,
  clock?: () => number,
) {
  const [due, start] = [everyFiveSeconds(clock), placeOf(from)]
  let read = 0
  return async (checkpoint: Checkpoint, items: number): Promise<void> => {
    read += items
    const seconds = due()
    if (seconds === null) return
    const end = Number((await store.head().catch(() => null)) ?? 0n)
    const done = end > start ? Math.min(1, (placeOf(checkpoint) - start) / (end - start)) : null
    const counted = (n: number) => Math.round(n).toLocaleString('en')
    const did = `filling the read models: ${counted(read)} facts`
    log.info(progressLine({ did, rate: counted(read / seconds), done, seconds }))
  }
}

function placeOf({ position }: Checkpoint): number {
  return Math.max(0, Number(position))
}
