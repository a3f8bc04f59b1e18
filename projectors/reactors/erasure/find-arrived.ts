import { streamOf } from '@recado/application/ids'
import { erasure } from '@recado/domain/erasure/erasure'
import type { PersonalDataArrived, PersonErased } from '@recado/domain/erasure/events'
import { inPortions, type Portion } from './portions.ts'
import { dataOfLateEvents } from './raw-events-of-person.ts'
import type { Search } from './search.ts'

/**
 * Names what came late about an erased person, with its keys. What showed it before shows it again by then, so that all
 * of it is named anew.
 * @returns how many came so far
 */
export async function findArrived(
  search: Search,
  note: (portion: Portion) => Promise<void>,
): Promise<number> {
  const { store, person } = search
  const stream = streamOf(erasure, person)
  const arrived: [string, bigint][] = []
  let handled = 0
  for await (const { type, data } of store.readStream(stream)) {
    if (type === 'PersonErased') handled = (data as PersonErased['data']).arrivals ?? 0
    if (type !== 'PersonalDataArrived') continue
    const { event_id, position } = data as PersonalDataArrived['data']
    arrived.push([event_id, BigInt(position)])
  }
  if (arrived.length === handled) return handled
  const found = dataOfLateEvents(search, new Map(arrived.slice(handled)))
  const seen = { ids: new Set<string>(), keys: new Set<string>() }
  for await (const portion of inPortions(found, seen)) await note(portion)
  return arrived.length
}
