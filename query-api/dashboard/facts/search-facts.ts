import { briefFact, type ShownFact } from '@recado/application/facts/shown-fact'
import { PositionUnknown } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { FactPredicate } from './fact-filter.ts'

/** Bounds of one call: facts of all accounts that are read, and time, ms. */
const MAX_FACTS = 5_000
const MAX_SEARCH_MS = 2_000

type Search = { readonly before?: bigint | undefined; readonly limit: number }
type Found = { readonly data: ShownFact[]; readonly searched_to: string | null }

/** Facts before a position, newest first. @throws HttpProblem 400 when the log has no such position */
export async function searchFacts(
  store: Pick<EventStore, 'readAll'>,
  { before, limit }: Search,
  wanted: FactPredicate,
): Promise<Found> {
  const data: ShownFact[] = []
  const began = performance.now()
  let [looked, last] = [0, before]
  try {
    const back = { from: before ?? 'end', direction: 'backwards', limit: MAX_FACTS } as const
    for await (const fact of store.readAll(back)) {
      looked += 1
      last = fact.position
      if (wanted(fact)) data.push(briefFact(fact))
      const isEnough = data.length === limit || performance.now() - began > MAX_SEARCH_MS
      if (isEnough || looked === MAX_FACTS) return { data, searched_to: String(last) }
    }
  } catch (error) {
    if (!(error instanceof PositionUnknown)) throw error
    throw new HttpProblem(400, 'query_error', 'before must be a position that this log has')
  }
  return { data, searched_to: null }
}
