import { DAY_MS } from '@recado/domain/durations'
import { deletableDay } from '@recado/domain/retention/deletable-day'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { dayOf, dayStream } from '@recado/infra/event-store/journal'

/** Streams with the exact bytes of POSTs that no single record could hold. */
export type OldPosts = {
  /** Deletes the streams of days whose raw events are all past retention. @param keptSince start of what is kept */
  delete(keptSince: string): Promise<void>
}

/** No read model shows these posts, so no fact has to announce their end. The log is asked which days it has. */
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

/** A day before the log began, because clocks differ. Copied events are older than their log. */
async function firstDay(store: Pick<EventStore, 'readAll'>): Promise<Date | null> {
  for await (const { created, metadata } of store.readAll({ from: 'start', limit: 1 })) {
    const times = [created, metadata.recorded_at].map(Date.parse).filter(Number.isFinite)
    return new Date(Math.min(...times) - DAY_MS)
  }
  return null
}
