import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { LRUCache } from 'lru-cache'
import { isOfJournal, treeOf } from '../leaf.ts'
import { type SealFinding, sealFinding } from './seal-finding.ts'

const MAX_REMEMBERED_STREAMS = 50_000

/**
 * Retention deletes streams of journals as a whole, and no others: any other gap is a fact that is missing.
 * @param isAnew whether it hears of every fact since the log began
 */
export function revisionGaps(store: Pick<EventStore, 'readStream'>, isAnew: boolean) {
  const seen = new LRUCache<string, bigint>({ max: MAX_REMEMBERED_STREAMS })
  let isWhole = isAnew
  const before = async ({ stream, revision }: RecordedEvent): Promise<bigint> => {
    if (isOfJournal(stream) || revision === 0n) return revision - 1n
    if (isWhole) return -1n
    for await (const event of store.readStream(stream, revision - 1n, 1))
      if (event.revision < revision) return event.revision
    return revision - 2n
  }
  return async (fact: RecordedEvent): Promise<readonly SealFinding[]> => {
    const { stream, revision, metadata } = fact
    const last = seen.get(stream) ?? (await before(fact))
    isWhole &&= seen.size < MAX_REMEMBERED_STREAMS
    seen.set(stream, revision)
    if (revision <= last + 1n) return []
    const detail = `revisions ${last + 1n} to ${revision - 1n} of its stream are missing`
    const tree = treeOf(metadata.account_id ?? null)
    return [sealFinding('revision_gap', fact, { tree, detail })]
  }
}
