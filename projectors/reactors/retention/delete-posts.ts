import { deletableDay } from '@recado/domain/retention/deletable-day'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { dayOf, dayStream } from '@recado/infra/event-store/journal'

const DAY_MS = 24 * 60 * 60 * 1000

/** The exact bytes of POSTs that no single record could hold. */
export type OldPosts = {
  /** Deletes those of days of which no raw event is kept since a time. */
  delete(keptSince: string): Promise<void>
}

/** No read model shows them, so that nobody has to be told; which days the log has is asked of the log. */
export function oldPosts(
  store: Pick<EventStore, 'readAll' | 'readLast' | 'deleteStream'>,
): OldPosts {
  let next: Date | null = null
  return {
    async delete(keptSince) {
      const last = deletableDay(keptSince)
      next ??= await firstDay(store)
      while (next !== null) {
        const stream = dayStream('providerPost', null, next)
        if (String(dayOf(stream)) > last) return
        if ((await store.readLast(stream)) !== null) await store.deleteStream(stream)
        next = new Date(next.getTime() + DAY_MS)
      }
    },
  }
}

/** A day before the log began, since clocks differ; events that were copied are older than their log. */
async function firstDay(store: Pick<EventStore, 'readAll'>): Promise<Date | null> {
  for await (const { created, metadata } of store.readAll({ from: 'start', limit: 1 })) {
    const times = [created, metadata.recorded_at].map(Date.parse).filter(Number.isFinite)
    return new Date(Math.min(...times) - DAY_MS)
  }
  return null
}
