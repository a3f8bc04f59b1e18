import type { Delivered } from './event-store.ts'

type Marker = Exclude<Delivered, { kind: 'event' }>

/** Holds the markers of a subscription until every event before them was taken. */
export type Markers = {
  /** @param waiting number of events received and not yet taken */
  checkpoint(position: bigint, waiting: number): void
  caughtUp(waiting: number): void
  eventTaken(): void
  /** The next marker whose earlier events were all taken. */
  due(): Marker | undefined
}

export function markers(notify: () => void): Markers {
  const queue: { after: number; marker: Marker }[] = []
  let taken = 0

  function add(marker: Marker, waiting: number) {
    const after = taken + waiting
    const last = queue.at(-1)
    // With a slow reader and no matches, checkpoints would pile up: the newest replaces the one before.
    if (last?.after === after && last.marker.kind === marker.kind) last.marker = marker
    else queue.push({ after, marker })
    notify()
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
