import { FOLLOWED_PREFIXES } from '@recado/application/read-models/followed'
import { JOURNAL_CATEGORIES } from '@recado/domain/category'
import type { EventStore } from '@recado/infra/event-store/event-store'

export const RELAYED: readonly string[] = [...FOLLOWED_PREFIXES, 'providerPost-']

const JOURNALS = JOURNAL_CATEGORIES.map((category) => `${category}-`)
/** A journal repeats a fact soon or not at all. */
const MAX_REMEMBERED_FACTS = 10_000

/** Position behind which the facts since `oldest` begin; -1 for the whole log. */
export async function positionBefore(
  store: Pick<EventStore, 'readAll'>,
  oldest: Date,
  signal: AbortSignal,
): Promise<bigint> {
  const isOlder = (event: { readonly created: string }) =>
    Date.parse(event.created) < oldest.getTime()
  // A young log is not read to its start.
  for await (const first of store.readAll({ from: 'start', limit: 1 }))
    if (!isOlder(first)) return -1n
  for await (const event of store.readAll({ from: 'end', direction: 'backwards' })) {
    signal.throwIfAborted()
    if (isOlder(event)) return event.position
  }
  return -1n
}

/** Position of the event before this one; -1 for the first of the log. */
export async function positionBeforeEvent(
  store: Pick<EventStore, 'readAll'>,
  position: bigint,
): Promise<bigint> {
  for await (const event of store.readAll({ from: position, direction: 'backwards', limit: 1 }))
    return event.position
  return -1n
}

/** Recognises repeated facts: the store may repeat events, and a journal may hold a fact twice. */
export function repeatFilter(after: bigint): {
  isNew(event: { readonly id: string; readonly stream: string; readonly position: bigint }): boolean
} {
  const journalled = new Set<string>()
  let upTo = after
  return {
    isNew({ id, stream, position }) {
      if (position <= upTo) return false
      upTo = position
      if (!JOURNALS.some((category) => stream.startsWith(category))) return true
      if (journalled.has(id)) return false
      journalled.add(id)
      if (journalled.size > MAX_REMEMBERED_FACTS)
        journalled.delete(journalled.values().next().value ?? '')
      return true
    },
  }
}
