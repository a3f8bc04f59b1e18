import { sql } from '@recado/infra/postgres/sql'
import { dataOfLateEvents } from './late-events-of-person.ts'
import { inPortions, type Portion } from './portions.ts'
import type { Search } from './search.ts'

/** What came late: how many events so far, over all, and the keys of those that are to be destroyed. */
export type Arrived = { readonly arrivals: number; readonly keys: readonly string[] }

/** Events whose keys are destroyed together. */
const PORTION = 1_000

/**
 * Names what came late about an erased person and is not destroyed, with its keys. What showed it before shows it again
 * by then, so that all of it is named anew.
 */
export async function findArrived(
  search: Search,
  note: (portion: Portion) => Promise<void>,
): Promise<Arrived> {
  const late = await search.run<{ event_id: string; position: string; arrival: number }>(sql`
    select event_id, position::text, arrival from late_facts where contact_id = ${search.person}
      and arrival > (select handled from erasures where id = ${search.person})
    order by arrival limit ${PORTION}`)
  const events = new Map(late.map(({ event_id, position }) => [event_id, BigInt(position)]))
  const keys = new Set<string>()
  const found = dataOfLateEvents(search, events)
  for await (const portion of inPortions(found, { ids: new Set(), keys })) await note(portion)
  return { arrivals: late.at(-1)?.arrival ?? 0, keys: [...keys] }
}
