import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore } from '@recado/infra/event-store/event-store'

/** An event that a follower has seen. */
export type Seen = { readonly id: string; readonly position: bigint }

/** Checks whether a connection still leads to the same log: the log may have been restored, or be another one. */
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
    /**
     * Compares once after each connection; if the log does not answer, at the next call.
     * @throws Error for another log
     */
    async check(): Promise<void> {
      if (!isDue) return
      const isSame = last === null || (await isInLog(store, last))
      if (isSame === false)
        throw new Error(
          'log_diverged: the log has another event, or none, at the last position that was read',
        )
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
