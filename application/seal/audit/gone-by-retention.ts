import { deletableDay } from '@recado/domain/retention/deletable-day'
import type { KeptJournal, RetentionEvent } from '@recado/domain/retention/events'
import { type Retention, retention } from '@recado/domain/retention/retention'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { LRUCache } from 'lru-cache'
import { retentionId, streamOf } from '../../ids.ts'
import type { JournalDay } from '../leaf.ts'
import type { TreeOptions } from './audited-tree.ts'

/** Whether a fact says that a day of a journal is kept no longer. Retention goes on while an audit runs. */
export function goneByRetention(store: Pick<EventStore, 'readStream'>): TreeOptions['mayBeGone'] {
  const known = new LRUCache<string, Retention>({ max: 10_000 })
  const read = async (id: string): Promise<Retention> => {
    let state = retention.initialState
    for await (const event of store.readStream(streamOf(retention, id)))
      state = retention.evolve(state, event as unknown as RetentionEvent)
    known.set(id, state)
    return state
  }
  return async (accountId, day) => {
    const id = retentionId(accountId)
    return isReleased(known.get(id), day) || isReleased(await read(id), day)
  }
}

function isReleased(state: Retention | undefined, { journal, day }: JournalDay): boolean {
  // Posts are kept as long as the raw events whose bytes they have.
  const category: KeptJournal = journal === 'providerPost' ? 'providerEvent' : journal
  const before = state?.[category] ?? null
  return before !== null && day <= deletableDay(before)
}
