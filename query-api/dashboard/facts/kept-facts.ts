import type { ShownFact } from '@recado/application/facts/shown-fact'
import { StreamDeleted } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'

type Reads = Pick<EventStore, 'readStream'>

/** The facts that are kept still: the log shows those of a deleted day until its server is scavenged. */
export async function keptFacts(
  store: Reads,
  facts: readonly ShownFact[],
): Promise<readonly ShownFact[]> {
  const firsts = new Map<string, number>()
  for (const { stream } of facts)
    if (isOfDay(stream) && !firsts.has(stream)) firsts.set(stream, await firstOf(store, stream))
  return facts.filter(({ stream, revision }) => revision >= (firsts.get(stream) ?? 0))
}

/** Journals are deleted by the day, and nothing else is. */
function isOfDay(stream: string): boolean {
  return /\.\d{8}$/.test(stream)
}

async function firstOf(store: Reads, stream: string): Promise<number> {
  try {
    for await (const { revision } of store.readStream(stream)) return Number(revision)
  } catch (error) {
    if (!(error instanceof StreamDeleted)) throw error
  }
  return Number.POSITIVE_INFINITY
}
