import type { Delivered, Filter, FromPosition } from './event-store.ts'
import { isRepeated, laterPosition } from './positions.ts'
import { unionOf } from './prefixes.ts'
import { openPlace, type Place } from './tail-place.ts'

/** One subscription until its first fault, which it throws; ends only when the signal aborts. */
export type Subscribe = (
  after: FromPosition,
  filter: Filter,
  signal: AbortSignal,
) => AsyncIterable<Delivered>

/**
 * The one subscription to the end of the log that the followers of a process share: it selects what any of them does.
 * It exists while somebody has a place.
 */
export type SharedTail = {
  /** @param after up to where the follower has read: a tail that nobody shares yet begins there */
  enter(filter: Filter, after: FromPosition): Place
}

/** @param maxWaitingBytes how many bytes of facts may wait for a follower before it has to read alone again */
export function sharedTail(subscribe: Subscribe, maxWaitingBytes: number): SharedTail {
  const places = new Set<Place>()
  /** Whatever the subscription selects up to here has been offered to every place. */
  let position: FromPosition = 'start'
  let selected: Filter = { streamPrefixes: [] }
  let pass = new AbortController()
  let isRunning = false

  /** Begins the subscription anew, from its position, when it selects too little or too much. */
  const fit = () => {
    const wanted = unionOf([...places].map(({ filter }) => filter))
    if (places.size === 0 || String(wanted.streamPrefixes) !== String(selected.streamPrefixes))
      pass.abort()
  }
  const offer = (item: Delivered) => {
    if (isRepeated(position, item)) return
    position = laterPosition(position, item)
    for (const place of places) place.offer(item)
  }
  const runPass = async () => {
    pass = new AbortController()
    const { signal } = pass
    selected = unionOf([...places].map(({ filter }) => filter))
    for await (const item of subscribe(position, selected, signal)) {
      // It may come by a filter that selected too little.
      if (signal.aborted) return
      offer(item)
    }
  }
  const run = async () => {
    isRunning = true
    try {
      while (places.size > 0) await runPass()
    } catch (error) {
      for (const place of places) place.fail(error)
      places.clear()
    }
    isRunning = false
  }
  return {
    enter(filter, after) {
      if (places.size === 0) position = after
      const place = openPlace({ filter, since: position }, maxWaitingBytes, () => {
        if (places.delete(place)) fit()
      })
      places.add(place)
      if (isRunning) fit()
      else void run()
      return place
    },
  }
}
