import type { Delivered } from './event-store.ts'

type Marker = Exclude<Delivered, { kind: 'event' }>

/** What a subscription is told between events, kept until every event before it was taken. */
export type Markers = {
  /** @param waiting how many events have arrived but were not taken */
  checkpoint(position: bigint, waiting: number): void
  caughtUp(waiting: number): void
  eventTaken(): void
  /** The next marker with no event left before it. */
  due(): Marker | undefined
}

/** @param told called for each marker that arrives */
export function markers(told: () => void): Markers {
  const queue: { after: number; marker: Marker }[] = []
  let taken = 0

  function add(marker: Marker, waiting: number) {
    const after = taken + waiting
    const last = queue.at(-1)
    // A slow reader of a log in which nothing matches would pile up checkpoints: the newest says it all.
    if (last?.after === after && last.marker.kind === marker.kind) last.marker = marker
    else queue.push({ after, marker })
    told()
  }

  return {
    checkpoint: (position, waiting) => add({ kind: 'checkpoint', position }, waiting),
    caughtUp: (waiting) => add({ kind: 'caught_up' }, waiting),
    eventTaken() {
      taken += 1
    },
    due() {
      const first = queue[0]
      if (!first || first.after > taken) return undefined
      return queue.shift()?.marker
    },
  }
}
