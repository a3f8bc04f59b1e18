import { streamOf } from '@recado/application/ids'
import { erasure } from '@recado/domain/erasure/erasure'
import type { PersonalDataArrived } from '@recado/domain/erasure/events'
import { inPortions, type Portion, seenIn } from './portions.ts'
import { dataOfLateRawEvents } from './raw-events-of-person.ts'
import type { Search } from './search.ts'

/**
 * Names the raw events that came late about an erased person, with their keys.
 * @returns how many came so far
 */
export async function findArrived(
  search: Search,
  note: (portion: Portion) => Promise<void>,
): Promise<number> {
  const { store, person } = search
  const stream = streamOf(erasure, person)
  const arrived = new Map<string, bigint>()
  for await (const { type, data } of store.readStream(stream)) {
    if (type !== 'PersonalDataArrived') continue
    const { raw_event_id, position } = data as PersonalDataArrived['data']
    arrived.set(raw_event_id, BigInt(position))
  }
  if (arrived.size === 0) return 0
  const found = dataOfLateRawEvents(search, arrived)
  for await (const portion of inPortions(found, await seenIn(store, stream))) await note(portion)
  return arrived.size
}
