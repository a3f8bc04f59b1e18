import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore } from '@recado/infra/event-store/event-store'

/** An event that a follower has seen. */
export type Seen = { readonly id: string; readonly position: bigint }

/** Finds out whether a connection leads to the log that was followed before: it may be restored, or another one. */
export function sameLogCheck(store: Pick<EventStore, 'readAll'>, seen: Seen | null) {
  let last = seen
  let isDue = seen !== null
  return {
    noteReconnect() {
      isDue = true
    },
    noteEvent({ id, position }: Seen) {
      // An event of a log that is not yet compared proves nothing.
      if (!isDue) last = { id, position }
    },
    /** Compares once after each connection; a log that does not answer is asked again at the next call. @throws Error */
    async check(): Promise<void> {
      if (!isDue) return
      const isSame = last === null || (await isInLog(store, last))
      if (isSame === false)
        throw new Error('log_diverged: the log holds another event or none where it was last read')
      isDue = isSame === null
    },
  }
}

async function isInLog(store: Pick<EventStore, 'readAll'>, { id, position }: Seen) {
  try {
    return (await eventAt(store, position))?.id === id
  } catch (error) {
    if (error instanceof StoreUnavailable) return null
    throw error
  }
}
