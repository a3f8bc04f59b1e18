import { DAY_MS } from '@recado/domain/durations'
import { deletableDay } from '@recado/domain/retention/deletable-day'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { dayOf, dayStream } from '@recado/infra/event-store/journal'
import type { IsSealed } from './delete-streams.ts'
import { type DeletingDeps, deleteWithKeys } from './delete-with-keys.ts'

/** Streams with the exact bytes of POSTs that no single record could hold. */
export type OldPosts = {
  /** Deletes the streams of days whose raw events are all past retention. @param keptSince start of what is kept */
  delete(keptSince: string): Promise<void>
}

/**
 * No read model shows these posts, so the log is asked which days it has.
 * @param announce appends the fact that says what is kept no longer
 */
export function oldPosts(
  deps: DeletingDeps & { readonly store: Pick<EventStore, 'readAll' | 'readLast'> },
  isSealed: IsSealed,
  announce: (keptSince: string) => Promise<void>,
): OldPosts {
  const { store } = deps
  let next: Date | null = null
  return {
    async delete(keptSince) {
      const last = deletableDay(keptSince)
      next ??= await firstDay(store)
      while (next !== null) {
        const stream = dayStream('providerPost', null, next)
        if (String(dayOf(stream)) > last) return
        if ((await store.readLast(stream)) !== null) {
          if (!(await isSealed(stream))) return
          await announce(keptSince)
          await deleteWithKeys(deps, stream)
        }
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
